import NotebookBundle

/// A link that could not be updated, in an answer.
struct UnkeptRow: Encodable {
    let path: String
    let line: Int
    let column: Int
    let target: String
}

extension UnkeptRow {
    /// The links that could not be updated; `nil` if there are none.
    static func rows(_ links: LinkKeeping?) -> [UnkeptRow]? {
        guard let links, !links.unkept.isEmpty else { return nil }
        return links.unkept.map { lost in
            UnkeptRow(
                path: lost.item.text, line: lost.link.position.line, column: lost.link.position.column,
                target: lost.link.written)
        }
    }
}
