import ForeignData
import NotebookFormat
import NotebookText

/// What a book says of itself, as properties and tags of its note.
struct EPUBBookHead {
    private let package: EPUBPackage

    init(_ package: EPUBPackage) { self.package = package }

    /// The elements that become properties, by their keys.
    private static let properties = [
        ("author", "creator"), ("contributor", "contributor"), ("language", "language"), ("publisher", "publisher"),
        ("rights", "rights"), ("source", "source"), ("identifier", "identifier"),
    ]
    private static let read: Set<String> = [
        "metadata", "dc-metadata", "x-metadata", "title", "creator", "contributor", "language", "publisher", "rights",
        "source", "identifier", "description", "subject", "date", "link",
    ]
    /// What other programs need to show or to find a book.
    private static let technical: Set<String> = [
        "dcterms:modified", "cover", "generator", "title-type", "display-seq", "role", "file-as", "identifier-type",
        "alternate-script", "belongs-to-collection", "collection-type", "group-position", "source-of",
    ]

    /// The date of publication, as it is written.
    static func published(_ package: EPUBPackage) -> String? {
        let dates = package.metadata.filter { $0.name == "date" && $0["event"] != "modification" }
        return (dates.first { $0["event"] == "publication" } ?? dates.first).map { $0.text.singleSpaced }
    }

    /// The date of the last change, as it is written.
    static func modified(_ package: EPUBPackage) -> String? {
        package.meta("dcterms:modified")
            ?? package.metadata.first { $0.name == "date" && $0["event"] == "modification" }
            .map { $0.text.singleSpaced }
    }

    /// Adds everything to a note; what has no place is reported.
    func add(to note: inout ForeignNote, _ notes: ForeignImport) {
        for (key, name) in Self.properties {
            let values = package.texts(name)
            if values.count == 1 { note.add(key, values[0]) }
            if values.count > 1 { note.properties.append((key, .list(values.map { PropertyScalar(text: $0) }))) }
        }
        note.add("date", Self.published(package))
        addTitles(to: &note)
        addSeries(to: &note)
        note.tags = package.texts("subject")
        if let date = Self.modified(package), Timestamp(asWritten: date) == nil {
            notes.lose(.dateInvalid, "the date of the last change is invalid", note: note.title ?? "", target: date)
        }
        var unread = UnreadValues()
        for element in package.metadata where !Self.read.contains(element.name) {
            let name = element.name == "meta" ? element["property"] ?? element["name"] ?? "" : element.name
            let isKnown = Self.technical.contains(name) || name.hasPrefix("calibre:series")
            if !name.isEmpty, !isKnown { unread.add(name) }
        }
        unread.report(of: "the book", to: notes)
    }

    /// Adds the titles besides that of the note: the subtitle, and others.
    private func addTitles(to note: inout ForeignNote) {
        let others = package.otherTitles
        let subtitles = others.filter { $0.type == "subtitle" }.map(\.text)
        let rest = others.filter { $0.type != "subtitle" }.map(\.text)
        for (key, values) in [("subtitle", subtitles), ("other-title", rest)] {
            if values.count == 1 { note.add(key, values[0]) }
            if values.count > 1 { note.properties.append((key, .list(values.map { PropertyScalar(text: $0) }))) }
        }
    }

    /// Adds the series and the number in it (EPUB 3.3, §D.3.4), or else those that calibre writes.
    private func addSeries(to note: inout ForeignNote) {
        if let series = package.meta("calibre:series") {
            note.add("series", series)
            let number = package.meta("calibre:series_index") ?? package.meta("group-position")
            return note.add("series-number", typed: number)
        }
        let series = package.metadata.first { $0["property"] == "belongs-to-collection" && $0["refines"] == nil }
        note.add("series", series.map { $0.text.singleSpaced })
        let number = series?["id"].flatMap { package.value("group-position", of: $0) }
        note.add("series-number", typed: number ?? package.meta("group-position"))
    }
}
