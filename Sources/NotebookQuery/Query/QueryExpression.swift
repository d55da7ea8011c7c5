import NotebookFormat

/// A parsed query.
indirect enum QueryExpression: Hashable, Sendable {
    case comparison(QueryComparison)
    case not(QueryExpression)
    /// All of these, at least two; none of them is itself an `all`.
    case all([QueryExpression])
    /// Any of these, at least two; none of them is itself an `any`.
    case any([QueryExpression])

    /// Joins at least one expression with ‘and’.
    static func joined(all parts: [QueryExpression]) -> QueryExpression {
        let flat = parts.flatMap { part in if case .all(let inner) = part { inner } else { [part] } }
        return flat.count == 1 ? flat[0] : .all(flat)
    }

    /// Joins at least one expression with ‘or’.
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
    /// The name of the property; `nil` for other fields.
    var property: String? = nil
    let operation: QueryOperator
    /// Whether case and diacritics matter.
    let isExact: Bool
    let value: QueryValue
}

/// The value that a field is compared with.
indirect enum QueryValue: Hashable, Sendable {
    case text(QueryText)
    case pattern(TextPattern)
    case number(Int)
    /// A number that a property is compared with.
    case decimal(QueryDecimal)
    case truth(Bool)
    case kind(FileType)
    case moment(QueryMoment)
    /// A missing value.
    case none
    /// Several values, one of which has to match.
    case list([QueryValue])

    /// Whether it is a date that depends on the current time.
    var dependsOnTime: Bool {
        switch self {
        case .moment(let moment): if case .named = moment.anchor { true } else { false }
        case .list(let values): values.contains(where: \.dependsOnTime)
        case .text, .pattern, .number, .decimal, .truth, .kind, .none: false
        }
    }
}
