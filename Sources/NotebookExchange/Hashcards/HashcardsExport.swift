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
                notebook.losses.loseValues(of: item, file, keeping: [StudyCard.reversedKey])
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
            let keys = "name = \(Self.quoted(title))\n\(HashcardsDeck.folderKey) = \(Self.quoted(folder.text))"
            let head = "---\n\(keys)\n---\n\n"
            try write("\(place).md") { try $0(Array((head + texts.joined(separator: "\n")).utf8)) }
        }
        for (path, name) in blobs.sorted(by: { $0.value < $1.value }) {
            try write("media/\(name)") { write in
                try notebook.stream(path, write)
            }
        }
        let notes = items.count - cards.count
        return (notes > 0 ? ["\(notes) notes, since hashcards has only cards"] : [])
            + (cards.isEmpty ? [] : ["the titles and dates of cards"])
            + (try notebook.leftBehind(items, Set(blobs.keys)))
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
        guard !card.sides.isEmpty else {
            losses.leaveOut(item, because: "the card asks nothing")
            return nil
        }
        var writer = HashcardsText()
        defer { writer.report(item, losses) }
        let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
        func shown(_ range: Range<Int>) -> String {
            String(decoding: file.bytes[range], as: UTF8.self).trimmed
        }
        let back = sides.back.map(shown) ?? ""
        if let marked = card.markedGaps(HashcardsText.open, HashcardsText.close) {
            writer.hints = marked.hints
            writer.isNumbered = shown(sides.front).holds("{{c")
            let text = writer.cloze(String(decoding: marked.text, as: UTF8.self).trimmed)
            if Set(card.sides).count < marked.count {
                losses.lose(.cardChanged, "gaps that are asked together are asked one by one", of: item)
            }
            if !back.isEmpty { losses.lose(.cardChanged, "the back of a card with gaps", of: item, target: back) }
            return "C: \(text)\n"
        }
        let (question, answer) = (writer.side(shown(sides.front)), writer.side(back))
        var text = "Q: \(question)\n\nA: \(answer)\n"
        if card.sides.count > 1 { text += "\nQ: \(answer)\n\nA: \(question)\n" }
        return text
    }
}
