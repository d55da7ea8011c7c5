import NotebookBundle

/// A note or card in an answer.
struct ItemRow: Encodable {
    let path: String
    let type: String
    let uuid: String?
    let title: String
    let created: String
    let modified: String
    let pinned: Bool
    let tags: [String]
    let size: Int
    var inlineTags: [String]?
    var batch: String?
    var preview: String?
    var body: String?
    var front: String?
    var back: String?
    var properties: [PropertyRow]?
}

extension ItemRow {
    /// An item with the tags in its text, if it has any.
    init(_ item: Item, _ tags: ItemTags) {
        self.init(item)
        let inText = tags.inText(of: item)
        if !inText.isEmpty { inlineTags = inText.map(\.text) }
    }

    init(_ item: Item) {
        self.init(
            path: item.path.text, type: item.type.rawValue, uuid: item.uuid?.description, title: item.title,
            created: item.created.description, modified: item.modified.description, pinned: item.isPinned,
            tags: item.tags.map(\.text), size: item.size, batch: item.batch?.description)
    }
}
