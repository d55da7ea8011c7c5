/// What a query says, taken apart.
indirect enum QueryExpression: Hashable, Sendable {
    case comparison(QueryComparison)
    case not(QueryExpression)
    /// All of these, two or more, none of which is itself an `all`.
    case all([QueryExpression])
    /// At least one of these, two or more, none of which is itself an `any`.
    case any([QueryExpression])

    /// All of these, which are one or more.
    static func joined(all parts: [QueryExpression]) -> QueryExpression {
        let flat = parts.flatMap { part in if case .all(let inner) = part { inner } else { [part] } }
        return flat.count == 1 ? flat[0] : .all(flat)
    }

    /// At least one of these, which are one or more.
    static func joined(any parts: [QueryExpression]) -> QueryExpression {
        let flat = parts.flatMap { part in if case .any(let inner) = part { inner } else { [part] } }
        return flat.count == 1 ? flat[0] : .any(flat)
    }

    /// The comparisons, in the order of the text.
    var comparisons: [QueryComparison] {
        switch self {
        case .comparison(let comparison): [comparison]
        case .not(let inner): inner.comparisons
        case .all(let parts), .any(let parts): parts.flatMap(\.comparisons)
        }
    }
}

/// A field, an operator and a value.
struct QueryComparison: Hashable, Sendable {
    let field: QueryField
    let operation: QueryOperator
    /// Whether case and diacritics make a difference.
    let isExact: Bool
    let value: QueryValue
}

/// What a field is compared with.
indirect enum QueryValue: Hashable, Sendable {
    case text(QueryText)
    case pattern(TextPattern)
    case number(Int)
    case truth(Bool)
    case kind(FileType)
    case moment(QueryMoment)
    /// The lack of a value.
    case none
    /// Several, one of which is enough.
    case list([QueryValue])
}
