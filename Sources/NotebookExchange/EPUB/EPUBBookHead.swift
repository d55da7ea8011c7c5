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
        return (dates.first { $0["event"] == "publication" } ?? dates.first).map { EPUBPackage.text($0) }
    }

    /// The date of the last change, as it is written.
    static func modified(_ package: EPUBPackage) -> String? {
        package.meta("dcterms:modified")
            ?? package.metadata.first { $0.name == "date" && $0["event"] == "modification" }
            .map { EPUBPackage.text($0) }
    }

    /// Adds everything to a note; what has no place is reported.
    func add(to note: inout ForeignNote, _ notes: ForeignImport) {
        for (key, name) in Self.properties {
            let values = package.texts(name)
            if values.count == 1 { note.add(key, values[0]) }
            if values.count > 1 { note.properties.append((key, .list(values.map { PropertyScalar(text: $0) }))) }
        }
        note.add("date", Self.published(package))
        note.add("series", package.meta("calibre:series") ?? package.meta("belongs-to-collection"))
        note.add("series-number", typed: package.meta("calibre:series_index") ?? package.meta("group-position"))
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
}
