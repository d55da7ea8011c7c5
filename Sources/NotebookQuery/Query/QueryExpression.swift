import NotebookFormat
import NotebookText

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

    /// The value with dates that are computed only once for all items.
    fileprivate func known(in context: QueryContext) -> QueryValue {
        switch self {
        case .moment(let moment): .moment(moment.known(in: context))
        case .list(let values): .list(values.map { $0.known(in: context) })
        case .text, .pattern, .number, .decimal, .truth, .kind, .none: self
        }
    }

    /// Whether it is a date that depends on the current time.
    var dependsOnTime: Bool {
        switch self {
        case .moment(let moment): if case .named = moment.anchor { true } else { false }
        case .list(let values): values.contains(where: \.dependsOnTime)
        case .text, .pattern, .number, .decimal, .truth, .kind, .none: false
        }
    }
}

extension QueryExpression {
    /// The expression with dates that are computed only once for all items.
    func known(in context: QueryContext) -> QueryExpression {
        switch self {
        case .comparison(let comparison):
            .comparison(
                QueryComparison(
                    field: comparison.field, property: comparison.property, operation: comparison.operation,
                    isExact: comparison.isExact, value: comparison.value.known(in: context)))
        case .not(let inner): .not(inner.known(in: context))
        case .all(let parts): .all(parts.map { $0.known(in: context) })
        case .any(let parts): .any(parts.map { $0.known(in: context) })
        }
    }

    /// Whether an item matches the expression; `nil` if that depends on content that was not read (Kleene's strong
    /// three-valued logic).
    func answer(_ item: ItemFacts, _ context: QueryContext) -> Bool? {
        switch self {
        case .comparison(let comparison): return comparison.answer(item, context)
        case .not(let inner): return inner.answer(item, context).map { !$0 }
        case .all(let parts):
            var result: Bool? = true
            for part in parts {
                guard let answer = part.answer(item, context) else {
                    result = nil
                    continue
                }
                if !answer { return false }
            }
            return result
        case .any(let parts):
            var result: Bool? = false
            for part in parts {
                guard let answer = part.answer(item, context) else {
                    result = nil
                    continue
                }
                if answer { return true }
            }
            return result
        }
    }
}

extension QueryComparison {
    fileprivate func answer(_ item: ItemFacts, _ context: QueryContext) -> Bool? {
        guard field.part == nil || item.content != nil, !field.isConnection || item.connections != nil else {
            return nil
        }
        if field == .tag, item.inlineTags == nil {
            // Tags in the unread text can make a comparison true, or one with ‘none’ false, but not the reverse.
            switch value {
            case .none: if holds(item.value(of: field), value, context) { return nil }
            case .list(let values) where values.contains(.none): return nil
            default: if !holds(item.value(of: field), value, context) { return nil }
            }
        }
        // `!=` is the negation of `==`, even for several texts.
        let holds = holds(item.value(of: field), value, context)
        return operation == .notEqual ? !holds : holds
    }

    private func holds(_ found: FieldValue, _ value: QueryValue, _ context: QueryContext) -> Bool {
        switch (found, value) {
        case (.properties(let properties), _): return holds(properties, value, context)
        case (.text, .list), (.texts, .list), (.peers, .list): return holds(anyOf: found.texts, value)
        case (_, .list(let values)): return values.contains { holds(found, $0, context) }
        case (_, .none): return found.isMissing
        case (_, .text), (_, .pattern): return holds(anyOf: found.texts, value)
        case (.kind(let found), .kind(let kind)): return found == kind
        case (.truth(let found), .truth(let truth)): return found == truth
        case (.number(let found), .number(let number)): return holds(found ?? 0, number..<number + 1)
        case (.time(let found?), .moment(let moment)):
            return holds(Int(found.secondsSince1970), moment.seconds(in: context))
        case (.days(let days), .moment(let moment)):
            let calendar = LocalCalendar(context)
            return days.contains { holds(calendar.instant(of: $0), moment.seconds(in: context)) }
        case (_, .kind), (_, .truth), (_, .number), (_, .decimal), (_, .moment): return false
        }
    }

    /// Whether one of some texts is what a text or an expression, or one of several, asks for.
    func holds(anyOf texts: [String], _ value: QueryValue) -> Bool {
        texts.contains { holds(TextKey($0, isExact: isExact), value) }
    }

    private func holds(_ key: TextKey, _ value: QueryValue) -> Bool {
        switch value {
        case .list(let values): values.contains { holds(key, $0) }
        case .text(let text): holds(key, text)
        case .pattern(let pattern): pattern.isFound(in: key)
        case .number, .decimal, .truth, .kind, .moment, .none: false
        }
    }

    func holds(_ key: TextKey, _ text: QueryText) -> Bool {
        switch operation {
        case .equal, .notEqual, .within, .matches: key == text.key
        case .less: key < text.key
        case .lessOrEqual: key <= text.key
        case .greater: key > text.key
        case .greaterOrEqual: key >= text.key
        case .contains: text.isFound(in: key)
        case .under: text.holds(key)
        }
    }

    /// Whether a number is in, before or after a range.
    func holds(_ number: Int, _ range: Range<Int>) -> Bool {
        switch operation {
        case .less: number < range.lowerBound
        case .lessOrEqual: number < range.upperBound
        case .greater: number >= range.upperBound
        case .greaterOrEqual: number >= range.lowerBound
        case .equal, .notEqual, .within, .contains, .matches, .under: range.contains(number)
        }
    }
}

/// A text in a query, and its compared form.
struct QueryText: Hashable, Sendable {
    /// The text between the quotation marks.
    let written: String
    let key: TextKey
    private let needle: Needle

    init(_ written: String, isExact: Bool) {
        self.written = written
        key = TextKey(written, isExact: isExact)
        needle = Needle(key.bytes)
    }

    /// Whether another text contains this one.
    func isFound(in text: TextKey) -> Bool { needle.isFound(in: text.bytes) }

    /// Whether a text is this one, or is below it in levels separated by `/`; everything is below the empty text.
    func holds(_ text: TextKey) -> Bool {
        guard !key.bytes.isEmpty, text.bytes.starts(with: key.bytes) else { return key.bytes.isEmpty }
        return text.bytes.count == key.bytes.count || text.bytes[key.bytes.count] == UInt8(ascii: "/")
    }
}

/// How a field is compared with a value.
package enum QueryOperator: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contains
    case matches
    case within = "in"
    case under

    /// Whether the operator is a word.
    var isWord: Bool { [.contains, .matches, .within, .under].contains(self) }

    /// What a mistyped word, or one from other languages, probably means, as a sentence.
    static func suggestion(for word: String) -> String? {
        if let pattern = patterns[word.lowercased()] { return "did you mean ‘matches '\(pattern)'’?" }
        let words = allCases.filter(\.isWord).map(\.rawValue)
        let meant = otherNames[word.lowercased()] ?? Similarity.nearest(to: word, in: words).first
        return meant.map { "did you mean ‘\($0)’?" }
    }

    private static let otherNames = [
        "is": "==", "equals": "==", "eq": "==", "isnt": "!=", "ne": "!=", "like": "contains", "has": "contains",
        "includes": "contains", "regex": "matches", "regexp": "matches", "below": "under", "inside": "under",
        "within": "under", "before": "<", "after": ">", "since": ">=", "until": "<=",
        "between": ">=",
    ]

    private static let patterns = [
        "beginswith": "^…", "startswith": "^…", "hasprefix": "^…", "endswith": "…$", "hassuffix": "…$",
    ]
}
