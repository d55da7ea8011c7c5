import NotebookFormat
import NotebookText

extension QueryExpression: CustomStringConvertible {
    /// The canonical text, without superfluous parentheses.
    var description: String {
        switch self {
        case .comparison(let comparison): comparison.description
        case .not(let inner): "not " + inner.description(inParentheses: inner.isCompound)
        case .all(let parts):
            parts.map { $0.description(inParentheses: $0.isChoice) }.joined(separator: " and ")
        case .any(let parts): parts.map(\.description).joined(separator: " or ")
        }
    }

    private func description(inParentheses isEnclosed: Bool) -> String {
        isEnclosed ? "(\(description))" : description
    }

    private var isChoice: Bool { if case .any = self { true } else { false } }

    private var isCompound: Bool {
        switch self {
        case .all, .any: true
        case .comparison, .not: false
        }
    }
}

extension QueryComparison: CustomStringConvertible {
    var description: String {
        "\(field.rawValue)\(property.map { "." + Self.name($0) } ?? "") \(operation.rawValue)\(isExact ? QueryParser.exactMark : "") \(value)"
    }
}

extension QueryComparison {
    /// The name of a property, in quotation marks unless it consists of letters, digits, `_` and `-`.
    private static func name(_ name: String) -> String {
        name.unicodeScalars.allSatisfy(\.isPartOfPropertyName) ? name : QueryValue.quoted(name)
    }
}

extension QueryValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let text): Self.quoted(text.written)
        case .pattern(let pattern): Self.quoted(pattern.source)
        case .number(let number): String(number)
        case .decimal(let decimal): decimal.text
        case .truth(let truth): String(truth)
        case .kind(let kind): Self.quoted(kind.rawValue)
        case .moment(let moment): moment.description
        case .none: "none"
        case .list(let values): "(\(values.map(\.description).joined(separator: ", ")))"
        }
    }

    /// A text in single quotation marks, or in double ones if it contains only single ones.
    static func quoted(_ text: String) -> String {
        let marks = text.unicodeScalars
        guard marks.contains("'") else { return "'\(text)'" }
        guard marks.contains("\"") else { return "\"\(text)\"" }
        var doubled = String.UnicodeScalarView()
        for scalar in marks {
            if scalar == "'" { doubled.append(scalar) }
            doubled.append(scalar)
        }
        return "'\(String(doubled))'"
    }
}

/// Compares properties with the value in a query, whose type decides how: as texts, numbers, dates or truth values.
extension QueryComparison {
    /// Whether the value of the property, or one of several values, matches the query.
    func holds(_ properties: [Property], _ value: QueryValue, _ context: QueryContext) -> Bool {
        guard let property else { return false }
        let key = ComparisonKey(property)
        let scalars = properties.filter { ComparisonKey($0.key) == key }.flatMap(\.value.scalars)
        return holds(scalars.filter { $0.kind != .empty }, value, context)
    }

    private func holds(_ scalars: [PropertyScalar], _ value: QueryValue, _ context: QueryContext) -> Bool {
        switch value {
        case .list(let values): values.contains { holds(scalars, $0, context) }
        case .none: scalars.allSatisfy(\.text.isEmpty)
        case .text(let text): scalars.contains { holds(TextKey($0.text, isExact: isExact), text) }
        case .pattern(let pattern): scalars.contains { pattern.isFound(in: TextKey($0.text, isExact: isExact)) }
        case .truth(let truth): scalars.contains { $0.truth == truth }
        case .moment(let moment):
            scalars.contains { $0.start(in: context).map { holds($0, moment.seconds(in: context)) } ?? false }
        case .decimal(let decimal):
            scalars.contains { scalar in
                if let number = scalar.number { return holds(number, decimal.value) }
                guard let year = decimal.year, let start = scalar.start(in: context) else { return false }
                return holds(start, QueryMoment(anchor: .date(year), shift: nil).seconds(in: context))
            }
        case .number, .kind: false
        }
    }

    private func holds(_ number: Double, _ other: Double) -> Bool {
        switch operation {
        case .less: number < other
        case .lessOrEqual: number <= other
        case .greater: number > other
        case .greaterOrEqual: number >= other
        case .equal, .notEqual, .within, .contains, .matches, .under: number == other
        }
    }
}

extension PropertyScalar {
    /// The first second of a date since 1970; without a time zone, in that of the user.
    fileprivate func start(in context: QueryContext) -> Int? {
        guard kind == .date else { return nil }
        let day = text.prefix(10)
        let rest = text.dropFirst(10).drop { " \tTt".contains($0) }
        let clock = rest.prefix { $0.isNumber || $0 == ":" }
        let zone = rest[clock.endIndex...].drop { $0 == "." || $0 == "," || $0.isNumber }.filter { $0 != " " }
        let compact = clock.isEmpty ? String(day) : "\(day)T\(clock)\(zone)"
        if let date = QueryDateScanner.date(compact) { return date.start(in: LocalCalendar(context)) }
        return DateSpelling.read(text).map { Int($0.secondsSince1970) }
    }
}
