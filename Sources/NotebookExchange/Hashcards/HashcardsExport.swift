import NotebookFiles
package import NotebookFormat
import NotebookLinks
import NotebookMarkdown
package import NotebookStore
import NotebookStudy
import NotebookText

/// Decks for hashcards: a text for each folder, with `Q:` and `A:` or `C:`, and the attachments beside them.
package struct HashcardsExport: ItemExporter {
    package let name = "hashcards"
    package let isOneFile = false

    package init() {}

    package func holds(_ type: FileType) -> Bool { type == .card }

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let cards = items.filter { holds($0.type) }
        let links = ExportedLinks(notebook)
        var blobs: [BundlePath: String] = [:]
        var taken: Set<ComparisonKey> = []
        for (folder, members) in Dictionary(grouping: cards, by: \.folder).sorted(by: { $0.key < $1.key }) {
            var texts: [String] = []
            try notebook.read(members) { item, bytes in
                let file = try Draft.item(bytes, item.path)
                let body = links.body(of: item, file) { path in
                    guard FileType(of: path) == .blob else { return nil }
                    let name = blobs[path] ?? Self.name(path, &taken)
                    blobs[path] = name
                    let steps = String(repeating: "../", count: max(0, folder.components.count - 1))
                    return "\(steps)media/\(PercentEncoding.encode(name))"
                }
                let linked = try file.setting(body: body)
                notebook.losses.loseValues(of: item, file)
                for tag in item.tags { notebook.losses.lose(.valueDropped, "a tag", of: item, target: tag.text) }
                if let text = text(linked, item, notebook.losses) { texts.append(text) }
            }
            guard !texts.isEmpty else { continue }
            let title = folder == .root ? notebook.notebook.description.title : String(folder.name)
            // The deck at the top must not take the place of a folder’s.
            let place =
                folder == .root
                ? PortableName.unique(PortableName.made(from: title) ?? "Cards", ending: "") { name in
                    cards.contains { ComparisonKey($0.folder.text) == ComparisonKey(name) }
                } : folder.text
            let head = "---\nname = \(Self.quoted(title))\n---\n\n"
            try write("\(place).md") { try $0(Array((head + texts.joined(separator: "\n")).utf8)) }
        }
        for (path, name) in blobs.sorted(by: { $0.value < $1.value }) {
            try write("media/\(name)") { write in
                try notebook.stream(path, write)
            }
        }
        let notes = items.count - cards.count
        return (notes > 0 ? ["\(notes) notes, since hashcards has only cards"] : [])
            + notebook.leftBehind(items, Set(blobs.keys))
    }

    private static func name(_ path: BundlePath, _ taken: inout Set<ComparisonKey>) -> String {
        let name = AttachmentName.readable(path)
        return taken.insert(ComparisonKey(name)).inserted ? name : String(path.name)
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped.split(whereSeparator: \.isNewline).joined(separator: " "))\""
    }

    /// A card; `nil` if it asks nothing.
    private func text(_ file: ItemFile, _ item: Item, _ losses: ExportLosses) -> String? {
        let card = StudyCard(file)
        guard let first = card.sides.first else {
            losses.lose(.cardChanged, "the card asks nothing", of: item)
            return nil
        }
        let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
        func shown(_ range: Range<Int>) -> String {
            String(decoding: file.bytes[range], as: UTF8.self).trimmed
        }
        let front = shown(sides.front)
        let back = sides.back.map(shown) ?? ""
        if case .cloze = first {
            // A gap is what stands in brackets; other brackets get a backslash.
            var text = front.replacing(#/\{\{c\d+::(.+?)(?:::.*?)?\}\}/#) { "\u{1}\($0.output.1)\u{2}" }
                .replacing(#/==(.+?)==/#) { "\u{1}\($0.output.1)\u{2}" }
            if !text.contains("![") {
                text = text.replacing("[", with: "\\[").replacing("]", with: "\\]")
            }
            text = text.replacing("\u{1}", with: "[").replacing("\u{2}", with: "]")
            if !back.isEmpty { losses.lose(.cardChanged, "the back of a card with gaps", of: item, target: back) }
            return "C: \(text)\n"
        }
        var text = "Q: \(front)\n\nA: \(back)\n"
        if card.sides.count > 1 { text += "\nQ: \(back)\n\nA: \(front)\n" }
        return text
    }
}
