/// An expression that says which items are meant: of smart folders, `ls --where` and the library (docs/Query.md).
public struct Query: Hashable, Sendable {
    private let expression: QueryExpression
    /// What must be read of an item's file before the query can be answered; nothing for most queries.
    public let parts: Set<QueryPart>

    /// Reads a query.
    ///
    /// - Throws: `QueryError`: what is no query, where, and what was probably meant.
    public init(_ text: String) throws(QueryError) {
        expression = try QueryParser.read(text)
        parts = Set(expression.comparisons.compactMap(\.field.part))
    }

    /// Whether items' files must be read; without it the manifest is enough.
    public var needsBody: Bool { !parts.isEmpty }
}

extension Query: CustomStringConvertible {
    /// The canonical text, which reads as the same query.
    public var description: String { expression.description }
}
