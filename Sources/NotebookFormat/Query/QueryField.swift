/// What a query can ask of an item.
package enum QueryField: String, CaseIterable, Sendable {
    case title, body, front, back, kind, folder, path, tag, created, modified, pinned, trashed, size, attachment

    /// The field with a name, in any letter case; `nil` for other words.
    init?(_ name: String) {
        guard let field = Self.byName[name.lowercased()] else { return nil }
        self = field
    }

    /// Other names of the field, as Swift spells such things.
    var aliases: [String] {
        switch self {
        case .tag: ["tags"]
        case .created: ["createdAt"]
        case .modified: ["modifiedAt"]
        case .pinned: ["isPinned"]
        case .trashed: ["isTrashed"]
        case .attachment: ["attachments"]
        default: []
        }
    }

    /// What kind of value the field has.
    var type: QueryType {
        switch self {
        case .title, .body, .front, .back, .attachment: .text
        case .folder, .path, .tag: .nestedText
        case .kind: .kind
        case .created, .modified: .date
        case .pinned, .trashed: .truth
        case .size: .number
        }
    }

    /// Whether an item may have no value of the field.
    var canBeMissing: Bool { [.front, .back, .tag, .attachment].contains(self) }

    /// What must be read of the item's file; `nil` if the manifest says it.
    var part: QueryPart? {
        switch self {
        case .body: .body
        case .front, .back: .sides
        case .attachment: .attachments
        default: nil
        }
    }

    /// The field that a mistyped name or a word of other programs probably means.
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
        "bytes": "size", "length": "size", "image": "attachment", "blob": "attachment",
    ]
}

/// A kind of value, which says what a field can be compared with and how.
enum QueryType: Hashable, Sendable {
    /// A text, or several of which one suffices.
    case text
    /// A text in which `/` separates levels, or several of which one suffices.
    case nestedText
    /// Note or card.
    case kind
    /// A point of time.
    case date
    /// Yes or no.
    case truth
    /// A whole number.
    case number

    /// The operators that there are for values of this kind.
    var operators: [QueryOperator] {
        switch self {
        case .text: QueryOperator.allCases.filter { $0 != .under }
        case .nestedText: QueryOperator.allCases
        case .kind: [.equal, .notEqual, .within]
        case .date, .number: [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .within]
        case .truth: [.equal, .notEqual]
        }
    }

    /// Whether case and diacritics make a difference that can be asked for.
    var hasLetters: Bool { self == .text || self == .nestedText }

    /// Such values, as messages speak of them.
    var plural: String {
        switch self {
        case .text, .nestedText: "texts"
        case .kind: "kinds of items"
        case .date: "dates"
        case .truth: "‘true’ and ‘false’"
        case .number: "numbers"
        }
    }
}

/// What a query can need of an item's file.
package enum QueryPart: Hashable, Sendable, CaseIterable {
    /// The text behind the front matter.
    case body
    /// Front and back of a card.
    case sides
    /// The names of the files that the item links to.
    case attachments
}
