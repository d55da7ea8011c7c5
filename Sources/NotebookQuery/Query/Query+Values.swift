public import NotebookFormat
public import NotebookText

/// Queries from values, for programs that need not write text.
extension Query {
    /// A field of items that is text.
    public enum TextField: Sendable {
        /// The title.
        case title
        /// The text after the front matter.
        case body
        /// The front of a card.
        case front
        /// The back of a card.
        case back

        fileprivate var field: QueryField {
            switch self {
            case .title: .title
            case .body: .body
            case .front: .front
            case .back: .back
            }
        }
    }

    /// The items in whose field a text occurs, in any letter case, with or without diacritics.
    public static func contains(_ field: TextField, _ text: String) -> Query {
        compare(field.field, .contains, .text(QueryText(text, isExact: false)))
    }

    /// The items with a tag, or one below it.
    public static func has(_ tag: Tag) -> Query { compare(.tag, .under, .text(QueryText(tag.text, isExact: false))) }

    /// The items in a folder, at any depth.
    public static func isInside(_ folder: FolderPath) -> Query {
        compare(.folder, .under, .text(QueryText(folder.text, isExact: false)))
    }

    /// The notes.
    public static let isNote = compare(.kind, .equal, .kind(.note))

    /// The cards.
    public static let isCard = compare(.kind, .equal, .kind(.card))

    /// The pinned items.
    public static let isPinned = compare(.pinned, .equal, .truth(true))

    /// The items in the trash, which no other query from values finds.
    public static let isTrashed = compare(.trashed, .equal, .truth(true))

    /// The items that were changed at a time or later.
    public static func isModified(since time: Timestamp) -> Query { compare(.modified, since: time) }

    /// The items that were made at a time or later.
    public static func isCreated(since time: Timestamp) -> Query { compare(.created, since: time) }

    /// The items that match both queries.
    public static func && (left: Query, right: Query) -> Query {
        Query(.joined(all: [left.expression, right.expression]))
    }

    /// The items that match one of the queries, or both.
    public static func || (left: Query, right: Query) -> Query {
        Query(.joined(any: [left.expression, right.expression]))
    }

    /// The items that do not match a query.
    public static prefix func ! (query: Query) -> Query { Query(.not(query.expression)) }

    private static func compare(_ field: QueryField, _ operation: QueryOperator, _ value: QueryValue) -> Query {
        Query(.comparison(QueryComparison(field: field, operation: operation, isExact: false, value: value)))
    }

    private static func compare(_ field: QueryField, since time: Timestamp) -> Query {
        compare(field, .greaterOrEqual, .moment(QueryMoment(at: time)))
    }
}

extension QueryMoment {
    /// A second, whatever the time zone.
    fileprivate init(at time: Timestamp) {
        let moment = LocalMoment(time, secondsFromUTC: 0)
        let (date, second) = (moment.date, moment.second)
        let clock = QueryDate.Time(hour: second / 3600, minute: second / 60 % 60, second: second % 60, zone: 0)
        let day = QueryDate(year: date.year, month: date.month, day: date.day, time: clock)
        self.init(anchor: day.map { .date($0) } ?? .named(.now), shift: nil)
    }
}

extension Query: Codable {
    /// Reads the text of a query.
    public init(from decoder: any Decoder) throws { self = try decoder.text { try Query($0) } }

    /// Writes the canonical text.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
