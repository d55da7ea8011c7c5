public import NotebookText

/// A query that selects items, as in smart folders and `ls --where` (docs/Query.md).
///
/// ```swift
/// let recent = try Query("tag under 'birds' and modified >= -7d")
/// let typed = Query.contains(.title, text) && !Query.isPinned
/// let found = items.filter { typed.matches($0) == true }
/// ```
public struct Query: Hashable, Sendable {
    let expression: QueryExpression
    /// The fields that it asks for.
    package let fields: Set<QueryField>
    /// The parts of an item's file that are needed to evaluate the query; none for most queries.
    package let parts: Set<QueryPart>

    /// Parses a query.
    ///
    /// - Throws: `QueryError`, which says what is invalid, where, and what was probably meant.
    public init(_ text: String) throws(QueryError) {
        self.init(try QueryParser.read(text))
    }

    init(_ expression: QueryExpression) {
        self.expression = expression
        fields = Set(expression.comparisons.map(\.field))
        parts = Set(fields.compactMap(\.part))
    }

    /// Whether links and texts of other items have to be read.
    package var asksForConnections: Bool { fields.contains(where: \.isConnection) }

    /// Whether it matters which items mention an item.
    package func asksForMentions(of peer: ItemConnections.Peer) -> Bool {
        expression.comparisons.contains { $0.field == .mentions && $0.holds(anyOf: peer.names, $0.value) }
    }

    /// Whether the result depends on the current time.
    package var dependsOnTime: Bool { expression.comparisons.contains { $0.value.dependsOnTime } }

    /// Whether the query mentions the trash.
    ///
    /// If not, it is not evaluated for items in the trash.
    package var mentionsTrash: Bool { fields.contains(.trashed) }

    /// The same query for many items in one context: its dates are computed only once.
    package func prepared(for context: QueryContext) -> Query { Query(expression.known(in: context)) }

    /// Whether an item matches; false if that depends on content that was not read.
    package func matches(_ item: ItemFacts, in context: QueryContext) -> Bool {
        answer(for: item, in: context) ?? false
    }

    /// Whether an item matches; `nil` if its content must be read to decide.
    ///
    /// Ask without the content first: if other facts decide, you need not read the file, even for queries about bodies.
    package func answer(for item: ItemFacts, in context: QueryContext) -> Bool? { expression.answer(item, context) }
}

extension Query: CustomStringConvertible {
    /// The canonical text, which parses to the same query.
    public var description: String { expression.description }
}

/// Why a query is invalid, and where.
public struct QueryError: Error, Hashable, Sendable {
    /// The position, in characters (extended grapheme clusters) from 1; the end is one more than the length of the
    /// text.
    public let column: Int
    /// What is wrong there, without a full stop.
    package let message: String
    /// What was probably meant, or what to write instead, as a sentence; `nil` if that is unclear.
    package let suggestion: String?

    init(_ message: String, column: Int, suggestion: String? = nil) {
        self.column = column
        self.message = message
        self.suggestion = suggestion
    }
}

extension QueryError: CustomStringConvertible {
    /// The position, the problem, and the suggestion, in one line.
    public var description: String {
        "column \(column): \(message)" + (suggestion.map { "; \($0)" } ?? "")
    }
}

/// The time and place that the result of a query depends on.
public struct QueryContext: Sendable {
    /// The time of `now`.
    public var now: Timestamp
    /// The offset of the user's time zone from UTC at a time, in seconds, positive in the east.
    ///
    /// Days begin at midnight in this zone. Offsets of more than 24 hours count as 24 hours.
    package var secondsFromUTC: @Sendable (Timestamp) -> Int
    /// The first day of the week.
    package var firstWeekday: Weekday

    /// Makes a context from a time and a fixed offset from UTC.
    public init(now: Timestamp, secondsFromUTC: Int = 0, firstWeekday: Weekday = .monday) {
        self.init(now: now, firstWeekday: firstWeekday) { _ in secondsFromUTC }
    }

    /// Makes a context from a time and an offset from UTC that varies, such as with summer time.
    package init(
        now: Timestamp, firstWeekday: Weekday = .monday, secondsFromUTC: @escaping @Sendable (Timestamp) -> Int
    ) {
        self.now = now
        self.secondsFromUTC = secondsFromUTC
        self.firstWeekday = firstWeekday
    }
}
