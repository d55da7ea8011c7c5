/// A query that selects items, as in smart folders and `ls --where` (docs/Query.md).
///
/// ```swift
/// let query = try Query("tag under 'birds' and modified >= -7d")
/// let found = items.filter { query.matches($0, in: context) }
/// ```
public struct Query: Hashable, Sendable {
    let expression: QueryExpression
    /// The parsed query.
    package let fields: Set<QueryField>
    /// The parts of an item's file that are needed to evaluate the query; none for most queries.
    package let parts: Set<QueryPart>

    /// Parses a query.
    ///
    /// - Throws: `QueryError`, which says what is invalid, where, and what was probably meant.
    public init(_ text: String) throws(QueryError) {
        expression = try QueryParser.read(text)
        fields = Set(expression.comparisons.map(\.field))
        parts = Set(fields.compactMap(\.part))
    }

    /// Whether the files of items have to be read.
    ///
    /// If not, the manifest and the tags in texts are enough.
    public var needsBody: Bool { !parts.isEmpty }

    /// Whether the result depends on the current time.
    package var dependsOnTime: Bool { expression.comparisons.contains { $0.value.dependsOnTime } }

    /// Whether the query mentions the trash.
    ///
    /// If not, it is not evaluated for items in the trash.
    public var mentionsTrash: Bool { fields.contains(.trashed) }

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
