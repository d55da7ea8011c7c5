import NotebookFormat
import NotebookText

/// A number to compare a property with, such as `4` or `-2.50`.
struct QueryDecimal: Hashable, Sendable {
    /// The number without superfluous zeros.
    let text: String
    let value: Double

    /// Makes a number from its digits, with or without a decimal point.
    init(_ digits: String, isNegative: Bool = false) {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "0" }
        var fraction = parts.count > 1 ? parts[1] : ""
        while fraction.last == "0" { fraction.removeLast() }
        let number = (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
        text = isNegative && number != "0" ? "-" + number : String(number)
        value = Double(text) ?? 0
    }

    /// The year that a whole number of four digits may mean.
    var year: QueryDate? { text.utf8.count == 4 ? Int(text).flatMap { QueryDate(year: $0) } : nil }
}

/// Parses the values that properties are compared with; the value in the query decides the type.
extension QueryParser {
    /// Parses a value after the operator.
    mutating func propertyValue(
        _ operation: QueryOperator, _ isExact: Bool, text: (inout QueryParser) throws(QueryError) -> QueryValue
    ) throws(QueryError) -> QueryValue {
        if case .text = token.kind { return try text(&self) }
        if operation == .contains || operation == .matches || isExact { return try text(&self) }
        let start = token
        switch token.kind {
        case .number(_, unit: "") where try isYearOfMoment(): return .moment(try moment())
        case .decimal, .number(_, unit: ""): return .decimal(try decimal(isNegative: false))
        case .number(_, let unit):
            throw problem(
                "unexpected unit \(PrintableText.quoted(unit))",
                QueryMoment.Unit(rawValue: unit.lowercased()).map { _ in "did you mean ‘-\(source.text(start.range))’?"
                }
                    ?? "a property is compared with a plain number, such as 4 or 4.5")
        case .date: return .moment(try moment())
        case .sign("-"), .sign("+"):
            switch try tokenAhead().kind {
            case .decimal, .number(_, unit: ""):
                let isNegative = token.isSign("-")
                try advance()
                return .decimal(try decimal(isNegative: isNegative))
            default: return .moment(try moment())
            }
        case .word(let word):
            if token.isWord("true") || token.isWord("false") {
                guard [.equal, .notEqual, .within].contains(operation) else {
                    throw problem("‘\(word)’ works only with ‘==’, ‘!=’ and ‘in’")
                }
                let truth = token.isWord("true")
                try advance()
                return .truth(truth)
            }
            if QueryMoment.Name(word: word) != nil { return .moment(try moment()) }
            throw problem("expected a value here", "did you mean \(QueryValue.quoted(word))?")
        case .sign, .end, .text:
            throw problem(
                "expected a value here", "write a text in quotation marks, a number, a date, true, false or none")
        }
    }

    /// Whether a number is a year, followed by a length of time, such as `2026 - 7d`.
    private func isYearOfMoment() throws(QueryError) -> Bool {
        guard token.range.count == 4 else { return false }
        let next = try tokenAhead()
        return next.isSign("+") || next.isSign("-")
    }

    private mutating func decimal(isNegative: Bool) throws(QueryError) -> QueryDecimal {
        let decimal = QueryDecimal(source.text(token.range), isNegative: isNegative)
        try advance()
        return decimal
    }

    /// Checks the name of a property.
    ///
    /// - Throws: `QueryError` if the format defines the key.
    func checkPropertyName(_ name: String, at start: Int) throws(QueryError) {
        guard let key = PropertyKey.known(name) else { return }
        throw source.error(
            "‘\(key.rawValue)’ is not a property", at: start,
            key.field.map { "did you mean ‘\($0.rawValue)’?" })
    }
}

extension Unicode.Scalar {
    /// Whether the name of a property can contain the code point without quotation marks.
    package var isPartOfPropertyName: Bool { isPartOfWord || self == "-" }
}
