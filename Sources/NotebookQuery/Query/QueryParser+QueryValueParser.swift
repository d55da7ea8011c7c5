import NotebookFormat
import NotebookText

/// Parses the values after operators.
extension QueryParser {
    /// Parses the value that a field is compared with, of the field's type.
    mutating func value(
        _ field: QueryField, _ operation: QueryOperator, _ isExact: Bool
    ) throws(QueryError) -> QueryValue {
        if operation == .within { return .list(try list(field, isExact)) }
        guard token.isWord("none") || token.isWord("nil") || token.isWord("null") else {
            return try single(field, operation, isExact)
        }
        guard field != .mentions else { throw problem("‘mentions’ needs the title or path of an item") }
        guard field.canBeMissing else { throw problem("every item has a value of ‘\(field.rawValue)’") }
        guard operation == .equal || operation == .notEqual else {
            throw problem("‘none’ works only with ‘==’ and ‘!=’")
        }
        try advance()
        return .none
    }

    private mutating func list(_ field: QueryField, _ isExact: Bool) throws(QueryError) -> [QueryValue] {
        let start = token
        guard token.isSign("(") || token.isSign("[") else {
            throw problem("expected a list in parentheses here", "write one, such as in ('a', 'b')")
        }
        let end = token.isSign("(") ? ")" : "]"
        var values: [QueryValue] = []
        repeat {
            try advance()
            values.append(try single(field, .within, isExact))
        } while token.isSign(",")
        guard try skip(sign: end) else {
            if token.kind == .end { throw source.error("this list is not closed", at: start.range.lowerBound) }
            throw problem("expected ‘,’ or ‘\(end)’ here")
        }
        return values
    }

    private mutating func single(
        _ field: QueryField, _ operation: QueryOperator, _ isExact: Bool
    ) throws(QueryError) -> QueryValue {
        if token.kind == .end { throw problem("the query ends where a value is expected") }
        switch field.type {
        case .text, .nestedText: return try text(field, operation, isExact)
        case .kind: return .kind(try kind())
        case .date: return .moment(try moment())
        case .truth: return .truth(try truth())
        case .number: return .number(try number())
        case .count: return .number(try count())
        case .property:
            return try propertyValue(operation, isExact) { parser throws(QueryError) in
                try parser.text(field, operation, isExact)
            }
        }
    }

    private mutating func text(
        _ field: QueryField, _ operation: QueryOperator, _ isExact: Bool
    ) throws(QueryError) -> QueryValue {
        guard case .text(let written) = token.kind else {
            let word = source.text(token.range)
            if case .sign = token.kind { throw problem("expected a text here", "put texts in quotation marks") }
            throw problem("expected a text here", "did you mean \(QueryValue.quoted(word))?")
        }
        let value: QueryValue
        switch operation {
        case .matches: value = .pattern(try pattern(written, isExact))
        case .contains: value = .text(QueryText(written, isExact: isExact))
        default: value = .text(QueryText(try normalized(written, field, operation), isExact: isExact))
        }
        try advance()
        return value
    }

    /// Normalises a tag or path as items do.
    private func normalized(
        _ written: String, _ field: QueryField, _ operation: QueryOperator
    ) throws(QueryError) -> String {
        guard field.type == .nestedText else { return written }
        guard field == .tag else { return written.trimming("/", atStart: true) }
        guard let tag = Tag(operation == .under ? written.trimming("/", atStart: false) : written) else {
            throw problem(
                "not a valid tag",
                written.isEmpty ? "did you mean ‘tag == none’?" : "a tag has no comma and at most 255 bytes")
        }
        return tag.text
    }

    private func pattern(_ written: String, _ isExact: Bool) throws(QueryError) -> TextPattern {
        do throws(PatternProblem) {
            return try TextPattern(written, isExact: isExact)
        } catch {
            let offset = source.offset(ofCharacter: error.offset, inTextAt: token.range.lowerBound)
            throw source.error(error.message, at: offset, error.suggestion)
        }
    }

    private mutating func kind() throws(QueryError) -> FileType {
        let hasStop = token.isSign(".")
        let word = hasStop ? try tokenAhead() : token
        switch word.kind {
        case .word(let name), .text(let name):
            guard let kind = FileType(rawValue: name.lowercased()), kind.isItem else {
                let like = Similarity.nearest(to: name, in: ["note", "card"]).first
                throw problem(
                    "unknown kind of item \(PrintableText.quoted(name))",
                    like.map { "did you mean '\($0)'?" } ?? "the kinds are 'note' and 'card'")
            }
            if hasStop { try advance() }
            try advance()
            return kind
        default: throw problem("expected a kind of item here", "the kinds are 'note' and 'card'")
        }
    }

    private mutating func truth() throws(QueryError) -> Bool {
        if try skip(word: "true") { return true }
        if try skip(word: "false") { return false }
        let meant = ["yes": "true", "on": "true", "1": "true", "no": "false", "off": "false", "0": "false"]
        let word: String = if case .text(let text) = token.kind { text } else { source.text(token.range) }
        let like = meant[word.lowercased()] ?? Similarity.nearest(to: word, in: ["true", "false"]).first
        throw problem("expected ‘true’ or ‘false’ here", like.map { "did you mean ‘\($0)’?" })
    }

    private mutating func count() throws(QueryError) -> Int {
        let start = token
        guard let (count, unit) = try countAndUnit(), unit.isEmpty else {
            throw source.error("expected a number here", at: start.range.lowerBound, "write one, such as 0 or 3")
        }
        return count
    }

    private mutating func number() throws(QueryError) -> Int {
        let start = token
        if start.kind == .decimal { throw source.wholeNumbers(at: start.range.lowerBound, isSize: true) }
        guard let (count, unit) = try countAndUnit() else {
            throw problem("expected a number here", "sizes are in bytes: 1500, 1500 kB, 2 MiB")
        }
        guard let factor = Self.byteUnits[unit.lowercased()] else {
            throw source.error(
                "unknown unit of size \(PrintableText.quoted(unit))", at: start.range.lowerBound,
                "the units are B kB MB GB KiB MiB GiB")
        }
        let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: factor)
        guard !isTooLarge, bytes <= Self.largestNumber else {
            throw source.error("this number is too large", at: start.range.lowerBound)
        }
        return bytes
    }

    /// Parses a number and its unit, which is empty if none follows; `nil` if there is no number.
    mutating func countAndUnit() throws(QueryError) -> (count: Int, unit: String)? {
        if token.kind == .decimal { throw source.wholeNumbers(at: token.range.lowerBound, isSize: false) }
        guard case .number(let count, let unit) = token.kind else { return nil }
        try advance()
        guard unit.isEmpty, case .word(let word) = token.kind, !token.isWord("and"), !token.isWord("or") else {
            return (count, unit)
        }
        try advance()
        return (count, word)
    }

    /// The largest size of a file (Format, clause 9.2).
    private static let largestNumber = 1 << 53 - 1

    static let byteUnits = [
        "": 1, "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
    ]
}

extension String {
    /// Removes a character from the end of the text, and from its start on request.
    fileprivate func trimming(_ scalar: Unicode.Scalar, atStart: Bool) -> String {
        var rest = unicodeScalars[...]
        while rest.last == scalar { rest.removeLast() }
        while atStart, rest.first == scalar { rest.removeFirst() }
        return String(rest)
    }
}

/// Parses dates after an operator.
extension QueryParser {
    /// Parses a date and its offset.
    mutating func moment() throws(QueryError) -> QueryMoment {
        guard !token.isSign("-"), !token.isSign("+") else {
            return QueryMoment(anchor: .named(.now), shift: try shift())
        }
        let anchor = try self.anchor()
        try advance()
        guard token.isSign("-") || token.isSign("+") else { return QueryMoment(anchor: anchor, shift: nil) }
        return QueryMoment(anchor: anchor, shift: try shift())
    }

    private func anchor() throws(QueryError) -> QueryMoment.Anchor {
        switch token.kind {
        case .date(let date): return .date(date)
        case .text(let text):
            if let date = QueryDateScanner.date(text) { return .date(date) }
        case .number(let year, unit: "") where token.range.count == 4:
            if let date = QueryDate(year: year) { return .date(date) }
        case .number(_, let unit) where !unit.isEmpty:
            throw problem("expected a date here", "did you mean ‘-\(source.text(token.range))’?")
        case .word(let word):
            if let name = QueryMoment.Name(word: word) { return .named(name) }
            let names = QueryMoment.Name.allCases.map(\.rawValue)
            let like = Similarity.nearest(to: word, in: names).first
            throw problem(
                "unknown date \(PrintableText.quoted(word))",
                like.map { "did you mean ‘\($0)’?" }
                    ?? "write 2026-11-20, -7d, or one of \(names.joined(separator: " "))")
        default: break
        }
        throw problem("expected a date here", "write one, such as 2026-11-20, today or -7d")
    }

    private mutating func shift() throws(QueryError) -> QueryMoment.Shift {
        let isEarlier = token.isSign("-")
        try advance()
        let start = token.range.lowerBound
        guard let (count, unit) = try countAndUnit() else {
            throw problem("expected a length of time here", "write one, such as 7d")
        }
        guard let unit = QueryMoment.Unit(rawValue: unit.lowercased()) else {
            let isMinutes = unit.lowercased().hasPrefix("min")
            let like = isMinutes ? .minute : unit.first.flatMap { QueryMoment.Unit(rawValue: $0.lowercased()) }
            throw source.error(
                unit.isEmpty
                    ? "this length of time has no unit" : "unknown unit of time \(PrintableText.quoted(unit))",
                at: start,
                like.map { "did you mean ‘\(count)\($0.rawValue)’?" }
                    ?? "the units are min h d w m y, for minutes, hours, days, weeks, months and years")
        }
        guard count <= QueryMoment.Shift.maximum else {
            throw source.error("a length of time is at most \(QueryMoment.Shift.maximum)\(unit.rawValue)", at: start)
        }
        return QueryMoment.Shift(count: isEarlier ? -count : count, unit: unit)
    }
}
