import NotebookFormat
import NotebookText

/// The fields of an item in queries.
package enum QueryField: String, CaseIterable, Sendable {
    case title, body, front, back, kind, folder, path, tag, created, modified, pinned, trashed, size, attachment
    /// How many tasks of the item are open, done and cancelled.
    case openTasks = "task.open"
    case doneTasks = "task.done"
    case cancelledTasks = "task.cancelled"
    /// The due dates of the open tasks.
    case taskDue = "task.due"
    /// The items that the item links to, those that link to it, and how many these are.
    case linksTo, linkedFrom, backlinks
    /// How many links of the item lead nowhere.
    case brokenLinks = "links.broken"
    /// The items that the item names without a link.
    case mentions
    /// A property; its name follows after a full stop.
    case property = "prop"

    /// The field with a name, in any letter case; `nil` for other words.
    package init?(_ name: String) {
        guard let field = Self.byName[name.lowercased()] else { return nil }
        self = field
    }

    /// Whether names of fields begin with this word and a full stop.
    static func isGroup(_ word: String) -> Bool { ["task", "links"].contains(word.lowercased()) }

    /// Other names of the field, as in Swift.
    var aliases: [String] {
        switch self {
        case .tag: ["tags"]
        case .created: ["createdAt"]
        case .modified: ["modifiedAt"]
        case .pinned: ["isPinned"]
        case .trashed: ["isTrashed"]
        case .attachment: ["attachments"]
        case .property: ["property"]
        default: []
        }
    }

    /// The type of the field.
    package var type: QueryType {
        switch self {
        case .title, .body, .front, .back, .attachment: .text
        case .folder, .path, .tag, .linksTo, .linkedFrom, .mentions: .nestedText
        case .kind: .kind
        case .created, .modified, .taskDue: .date
        case .openTasks, .doneTasks, .cancelledTasks, .backlinks, .brokenLinks: .count
        case .pinned, .trashed: .truth
        case .size: .number
        case .property: .property
        }
    }

    /// Whether an item may have no value for the field.
    var canBeMissing: Bool {
        switch self {
        case .front, .back, .tag, .attachment, .taskDue, .linksTo, .linkedFrom, .property: true
        case .title, .body, .kind, .folder, .path, .created, .modified, .pinned, .trashed, .size, .openTasks,
            .doneTasks, .cancelledTasks, .backlinks, .brokenLinks, .mentions:
            false
        }
    }

    /// Whether the field depends on the links and texts of other items.
    package var isConnection: Bool { [.linksTo, .linkedFrom, .backlinks, .brokenLinks, .mentions].contains(self) }

    /// The part of the item's file that the field needs; `nil` if the manifest is enough.
    package var part: QueryPart? {
        switch self {
        case .body: .body
        case .front, .back: .sides
        case .attachment: .attachments
        case .openTasks, .doneTasks, .cancelledTasks, .taskDue: .tasks
        case .property: .properties
        default: nil
        }
    }

    /// The field that a mistyped name or a word from other programs probably means.
    static func meant(by word: String) -> String? {
        otherNames[word.lowercased()] ?? Similarity.nearest(to: word, in: names).first
    }

    private static let names = allCases.flatMap { [$0.rawValue] + $0.aliases }

    private static let byName = Dictionary(
        allCases.flatMap { field in ([field.rawValue] + field.aliases).map { ($0.lowercased(), field) } }
    ) { first, _ in first }

    private static let otherNames = [
        "name": "title", "text": "body", "content": "body", "question": "front", "answer": "back", "type": "kind",
        "directory": "folder", "file": "path", "label": "tag", "keyword": "tag", "date": "modified",
        "updated": "modified", "changed": "modified", "starred": "pinned", "favorite": "pinned", "deleted": "trashed",
        "bytes": "size", "length": "size", "image": "attachment", "blob": "attachment", "task": "task.open",
        "tasks": "task.open", "todo": "task.open",
        "due": "task.due", "link": "linksTo", "links": "linksTo", "outlinks": "linksTo", "inlinks": "linkedFrom",
        "backlink": "backlinks", "unresolved": "links.broken", "mention": "mentions",
    ]
}

extension KnownKey {
    /// The field of the key in queries and tables; `nil` for the uuid, by which nobody asks.
    package var field: QueryField? {
        switch self {
        case .uuid: nil
        case .title: .title
        case .created: .created
        case .modified: .modified
        case .pinned: .pinned
        case .tags: .tag
        }
    }
}

/// The type of a field, which determines its operators.
package enum QueryType: Hashable, Sendable {
    /// One or more texts, one of which has to match.
    case text
    /// One or more texts with levels separated by `/`, one of which has to match.
    case nestedText
    /// Note or card.
    case kind
    /// A point in time.
    case date
    /// Yes or no.
    case truth
    /// A number of bytes.
    case number
    /// How many there are; alone, whether there are any.
    case count
    /// The type of the value in the query.
    case property

    /// The operators for values of this type.
    package var operators: [QueryOperator] {
        switch self {
        case .text, .property: QueryOperator.allCases.filter { $0 != .under }
        case .nestedText: QueryOperator.allCases
        case .kind: [.equal, .notEqual, .within]
        case .date, .number, .count: [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .within]
        case .truth: [.equal, .notEqual]
        }
    }

    /// Whether comparisons can respect case and diacritics.
    var hasLetters: Bool { [.text, .nestedText, .property].contains(self) }

    /// The type in messages, in the plural.
    var plural: String {
        switch self {
        case .text, .nestedText: "texts"
        case .kind: "kinds of items"
        case .date: "dates"
        case .truth: "‘true’ and ‘false’"
        case .number, .count: "numbers"
        case .property: "properties"
        }
    }
}

/// The parts of an item's file that a query can need.
package enum QueryPart: Hashable, Sendable, CaseIterable {
    /// The text after the front matter.
    case body
    /// Front and back of a card.
    case sides
    /// The names of the files that the item links to.
    case attachments
    /// The tasks in the text.
    case tasks
    /// The properties in the front matter.
    case properties
}
