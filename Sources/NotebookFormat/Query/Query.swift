/// An expression that says which items are meant: of smart folders, `ls --where` and the library (docs/Query.md).
///
/// ```swift
/// let query = try Query("tag under 'birds' and modified >= -7d")
/// let found = items.filter { query.matches($0, in: context) }
/// ```
public struct Query: Hashable, Sendable {
    let expression: QueryExpression
    /// What the query asks of items.
    package let fields: Set<QueryField>
    /// What must be read of an item's file before the query can be answered; nothing for most queries.
    package let parts: Set<QueryPart>

    /// Reads a query.
    ///
    /// - Throws: `QueryError`: what is no query, where, and what was probably meant.
    public init(_ text: String) throws(QueryError) {
        expression = try QueryParser.read(text)
        fields = Set(expression.comparisons.map(\.field))
        parts = Set(fields.compactMap(\.part))
    }

    /// Whether items' files must be read; without it the manifest is enough.
    public var needsBody: Bool { !parts.isEmpty }

    /// Whether the query says whether items are in the trash; one that does not is not asked of what is there.
    public var mentionsTrash: Bool { fields.contains(.trashed) }

    /// Whether an item is meant; one whose content was not read is not, if that would have to be known.
    package func matches(_ item: ItemFacts, in context: QueryContext) -> Bool {
        answer(for: item, in: context) ?? false
    }

    /// Whether an item is meant; `nil` if its content must be read to know that.
    ///
    /// Ask once without the content: what other facts settle needs no file, also in a query that speaks of bodies.
    package func answer(for item: ItemFacts, in context: QueryContext) -> Bool? { expression.answer(item, context) }
}

extension Query: CustomStringConvertible {
    /// The canonical text, which reads as the same query.
    public var description: String { expression.description }
}
