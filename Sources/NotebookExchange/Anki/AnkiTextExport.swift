import NotebookFiles
package import NotebookFormat
import NotebookLinks
package import NotebookStore
import NotebookStudy
import NotebookText

/// Text files for Anki: one for each kind of card, with guids, decks and tags, and the attachments beside them.
package struct AnkiTextExport: ItemExporter {
    package let name = "anki-text"
    package let isOneFile = false

    /// The folder of attachments, named after that of a profile of Anki.
    static let mediaFolder = "collection.media"

    package func holds(_ type: FileType) -> Bool { type == .card }

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let cards = items.filter { holds($0.type) }
        let resolver = LinkResolver(notebook.manifest)
        var media = AnkiMedia(isPackage: false)
        var rows: [AnkiFields.Kind: [String]] = [:]
        try notebook.read(cards) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            guard let fields = AnkiFields(file, at: item.path, resolver, &media) else {
                return notebook.losses.leaveOut(item, because: "the card asks nothing")
            }
            AnkiDeck.report(item, file, fields, notebook.losses)
            if let title = file.metadata.title {
                notebook.losses.lose(.valueDropped, "the title", of: item, target: title)
            }
            let tags = item.tags.map(AnkiDeck.word)
            let values = [
                item.uuid?.description ?? item.path.text, AnkiDeck.name(item.folder), fields.front, fields.back,
                tags.joined(separator: " "),
            ]
            rows[fields.kind, default: []].append(values.map(Self.quoted).joined(separator: "\t"))
        }
        for kind in AnkiFields.Kind.allCases {
            guard let lines = rows[kind] else { continue }
            let head = [
                "#separator:tab", "#html:true", "#guid column:1", "#deck column:2", "#tags column:5",
                "#notebundle:\(kind.word)",
            ]
            let text = (head + lines).joined(separator: "\n") + "\n"
            try write("\(kind.word).txt") { try $0(Array(text.utf8)) }
        }
        for path in media.paths {
            try write("\(Self.mediaFolder)/\(media.known(path))") { write in
                try notebook.stream(path, write)
            }
        }
        return AnkiDeck.withoutNotes(items.count - cards.count)
            + (cards.isEmpty ? [] : ["the dates of cards"])
            + (try notebook.leftBehind(items, Set(media.paths)))
    }

    /// A value in quotation marks where it needs them.
    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { "\t\n\r\"#".contains($0) || $0.isNewline }) else { return text }
        return CSVText.quoted(text)
    }
}

extension AnkiFields.Kind {
    /// The name of its file.
    fileprivate var word: String {
        switch self {
        case .card: "cards"
        case .reversed: "reversed"
        case .cloze: "gaps"
        }
    }
}
