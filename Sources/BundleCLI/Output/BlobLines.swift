import NotebookBundle

/// Attachments as lists show them.
enum BlobLines {
    /// One line for each attachment, followed by lines for the items that use it.
    static func of(_ uses: [BlobUse], _ style: Style) -> [String] {
        let rows = uses.map { use -> [String] in
            let name = use.entry.path.name
            return [BlobName(name)?.readableName ?? String(name), MediaType.of(name), Wording.size(use.entry.size)]
        }
        let widths = (0..<3).map { column in rows.map { PrintableText.escaped($0[column]).columns }.max() ?? 0 }
        return zip(uses, rows).flatMap { use, row -> [String] in
            let cells = zip(row, widths).map { PrintableText.escaped($0).padded(to: $1) }
            let path = style(PrintableText.escaped(use.entry.path.text), .dim)
            var lines = ["\(style(cells[0], .cyan))  \(cells[1])  \(cells[2])  \(path)"]
            lines += use.linkedFrom.map { "  linked from " + PrintableText.escaped($0.text) }
            lines += use.mentionedIn.map { "  mentioned in " + PrintableText.escaped($0.text) }
            if !use.isReferenced { lines.append("  " + style("unused", .yellow)) }
            return lines
        }
    }
}

/// An attachment and the items that use it, in an answer.
struct BlobRow: JSONRow {
    let path: String
    let name: String
    let type: String
    let size: Int
    let sha256: String
    let isReferenced: Bool
    let linkedFrom: [String]
    let mentionedIn: [String]
}

extension BlobRow {
    init(_ use: BlobUse) {
        self.init(
            path: use.entry.path.text,
            name: BlobName(use.entry.path.name)?.readableName ?? String(use.entry.path.name),
            type: MediaType.of(use.entry.path.name), size: use.entry.size, sha256: use.entry.digest.description,
            isReferenced: use.isReferenced, linkedFrom: use.linkedFrom.map(\.text),
            mentionedIn: use.mentionedIn.map(\.text))
    }
}
