import NotebookBundle

/// A tag with the number of its items, in an answer.
struct TagUseRow: Encodable {
    let name: String
    let items: Int
    let color: String?
}

extension TagUseRow {
    init(_ use: TagUse) { self.init(name: use.name, items: use.items, color: use.color) }
}
