import NotebookBundle

/// How two notebooks differ, in an answer.
struct DifferenceRow: Encodable {
    let isSame: Bool
    let notebook: [Value]
    let items: [Item]
    let attachments: [File]
    let extras: [File]
    let strays: [File]

    /// A value of `notebook.json`.
    struct Value: Encodable {
        let subject: String
        let name: String
        let key: String
        let old: String?
        let new: String?
    }

    /// A note or card.
    struct Item: Encodable {
        let change: String
        let path: String
        let from: String?
        let type: String
        let uuid: String?
        let title: String
        let properties: [Property]
        let addedTags: [String]
        let removedTags: [String]
        let addedLines: Int
        let removedLines: Int
        let isRewritten: Bool
        var words: [Words]?
    }

    /// A value of front matter.
    struct Property: Encodable {
        let key: String
        let old: String?
        let new: String?
    }

    /// Words that both texts of an item have, or only one of them.
    struct Words: Encodable {
        let origin: String
        let text: String
    }

    /// An attachment or another file.
    struct File: Encodable {
        let change: String
        let path: String
        let from: String?
        let type: String
        let oldSize: Int?
        let size: Int?
    }
}

extension DifferenceRow {
    init(_ difference: NotebookDifference, _ words: (ItemDifference) throws -> [Words]?) rethrows {
        isSame = difference.isEmpty
        notebook = difference.notebook.map(Value.init)
        items = try difference.items.map { Item($0, words: try words($0)) }
        attachments = difference.attachments.map(File.init)
        extras = difference.extras.map(File.init)
        strays = difference.strays.map(File.init)
    }
}

extension DifferenceRow.Value {
    init(_ change: DescriptionChange) {
        (subject, name, key) = (change.subject.rawValue, change.name, change.key)
        (old, new) = (change.old, change.new)
    }
}

extension DifferenceRow.Item {
    fileprivate init(_ item: ItemDifference, words: [DifferenceRow.Words]?) {
        let path = item.shown.path.text
        self.init(
            change: item.change.rawValue, path: path,
            from: item.old.flatMap { $0.path.text == path ? nil : $0.path.text },
            type: item.shown.type?.rawValue ?? "", uuid: item.shown.item?.uuid?.description, title: item.shown.title,
            properties: item.properties.map { DifferenceRow.Property(key: $0.key, old: $0.old, new: $0.new) },
            addedTags: item.addedTags.map(\.text), removedTags: item.removedTags.map(\.text),
            addedLines: item.lines?.added ?? 0, removedLines: item.lines?.removed ?? 0, isRewritten: item.isRewritten,
            words: words)
    }
}

extension DifferenceRow.File {
    fileprivate init(_ file: FileDifference) {
        let path = file.shown.path.text
        self.init(
            change: file.change.rawValue, path: path,
            from: file.old.flatMap { $0.path.text == path ? nil : $0.path.text },
            type: MediaType.of(file.shown.path.name), oldSize: file.old?.size, size: file.new?.size)
    }
}

extension DifferenceRow.Words {
    /// The words of two texts.
    static func all(_ old: some Collection<UInt8>, _ new: some Collection<UInt8>) -> [DifferenceRow.Words] {
        WordDifference(old, new).parts.map { part in
            let origin =
                switch part.origin {
                case .both: "both"
                case .old: "old"
                case .new: "new"
                }
            return DifferenceRow.Words(origin: origin, text: String(decoding: part.bytes, as: UTF8.self))
        }
    }
}
