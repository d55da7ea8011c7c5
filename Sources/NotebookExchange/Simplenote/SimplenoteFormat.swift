import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// Exports of Simplenote, of which only `notes.json` is read.
package struct SimplenoteFormat: ForeignFormat {
    package let name = "simplenote"
    package let sources = "Simplenote"
    package let looseFiles = LooseFiles(.unlessNamed, [".json"])

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        let texts = try ForeignJSON.texts(place, request, isWanted: { $0.hasSuffix("notes.json") }) { start in
            start.holds("\"activeNotes\"") || start.holds("\"trashedNotes\"")
        }
        guard let texts, let first = texts.found.first else { return nil }
        return SimplenoteSource(try ForeignJSON.value(first.bytes, shown: place.shown), texts, shown: place.shown)
    }
}

/// The notes of an export.
private struct SimplenoteSource: ForeignSource {
    let shown: String
    private let value: JSONValue
    private let texts: ForeignTexts
    /// The keys of notes that are read, and that which the format of the export needs.
    private static let keys: Set<String> = [
        "id", "content", "creationDate", "lastModified", "tags", "pinned", "markdown", "publicURL", "publishURL",
        "shareURL", "collaboratorEmails",
    ]

    init(_ value: JSONValue, _ texts: ForeignTexts, shown: String) {
        (self.value, self.texts, self.shown) = (value, texts, shown)
    }

    /// The texts beside `source/notes.json` are the same notes.
    func owns(_ path: String) -> Bool {
        var folder = texts.found.first?.path.parts(between: "/").dropLast() ?? []
        if folder.last == "source" { folder.removeLast() }
        return texts.has(path) || path.hasSuffix(".txt") && path.parts(between: "/").starts(with: folder)
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        notes.loseRest(texts.rest.filter { !owns($0.path) })
        for key in ["activeNotes", "trashedNotes"] {
            if case .array? = value[key]?.content { continue }
            if value[key] != nil { notes.lose(.noteDamaged, "“\(key)” is not a list", place: key) }
        }
        var unread = UnreadValues()
        for (index, note) in (value["activeNotes"]?.elements ?? []).enumerated() {
            notes.balance.find(.notes)
            guard let content = note["content"]?.text else {
                let place = note["id"]?.text ?? "activeNotes[\(index)]"
                notes.refuse(note: "", place: place, because: "the entry has no text")
                continue
            }
            unread.begin("", at: note["id"]?.text ?? "")
            unread.add(note, besides: Self.keys)
            try write(note, content, notes, &bundle)
        }
        for note in value["trashedNotes"]?.elements ?? [] {
            notes.balance.find(.notes)
            notes.balance.settle(.notes, .inTrash)
            let title = (note["content"]?.text ?? "").split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            notes.lose(
                .noteTrashed, "the note is in the trash of the source", note: title, place: note["id"]?.text ?? "")
        }
        unread.report(of: "notes", to: notes)
    }

    private func write(
        _ value: JSONValue, _ written: String, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        let id = value["id"]?.text ?? ""
        let content = written.withLineFeeds
        let lines = content.parts(between: "\n", maxSplits: 1, omittingEmpty: false)
        let isMarkdown = value["markdown"]?.isTrue == true
        var title = (lines.first ?? "").trimmedOfSpace
        if isMarkdown, let heading = PlainLines.heading(title), !heading.contains(where: \.isNewline) {
            title = String(heading)
        }
        var note = ForeignNote(id: notes.uniqueID("simplenote", id.isEmpty ? content : id, title))
        note.uuid = UniqueIdentifier(id)
        note.title = title
        note.place = id
        note.keys = ["simplenote:\(id)"]
        note.created = notes.date(value["creationDate"], "creationDate", note: title, place: id)
        note.modified = notes.date(value["lastModified"], "lastModified", note: title, place: id)
        note.tags = value["tags"]?.elements.compactMap(\.text) ?? []
        note.isPinned = value["pinned"]?.isTrue == true
        for key in ["publicURL", "publishURL", "shareURL"] { note.add(key, value[key]?.text) }
        let people = value["collaboratorEmails"]?.elements.compactMap(\.text) ?? []
        if !people.isEmpty { note.properties.append(("collaborators", .list(people.map { PropertyScalar(text: $0) }))) }
        let rest = String((lines.count > 1 ? lines[1] : "").drop { $0 == "\n" })
        let text = ForeignText(notes, title: title, place: id, count: LinkedHTML.counts)
        let body =
            isMarkdown
            ? rest + (rest.isEmpty || rest.hasSuffix("\n") ? "" : "\n")
            : PlainLines.markdown(rest, keepsLists: true, inline: Self.plain)
        note.body = ForeignMarkdown.text(body, text, &note) { address in
            var reader = TextReader(address)
            guard reader.skip("simplenote://note/"), let id = reader.take(1..., where: { !"?#".utf8.contains($0) })
            else { return .outside }
            return .note(ForeignLink(key: "simplenote:\(id)", address: address))
        }
        text.finish()
        try notes.write(note, &bundle)
    }

    /// A part of a text without markup, in which links to notes are links all the same.
    private static func plain(_ written: String) -> String {
        // Making the expression takes longer than reading the line.
        guard written.holds("](simplenote://note/") else { return MarkdownEscapes.text(written) }
        var output = ""
        var rest = written[...]
        while let match = rest.firstMatch(of: #/\[([^\[\]]+)\]\((simplenote:\/\/note\/[^\s()]+)\)/#) {
            output += MarkdownEscapes.text(String(rest[..<match.range.lowerBound]))
            output += "[\(MarkdownEscapes.text(String(match.output.1), inLink: true))](\(match.output.2))"
            rest = rest[match.range.upperBound...]
        }
        return output + MarkdownEscapes.text(String(rest))
    }
}
