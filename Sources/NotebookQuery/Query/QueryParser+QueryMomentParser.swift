import NotebookText

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
            let like = unit.first.flatMap { QueryMoment.Unit(rawValue: $0.lowercased()) }
            throw source.error(
                unit.isEmpty
                    ? "this length of time has no unit" : "unknown unit of time \(PrintableText.quoted(unit))",
                at: start,
                like.map { "did you mean ‘\(count)\($0.rawValue)’?" }
                    ?? "the units are h d w m y, for hours, days, weeks, months and years")
        }
        guard count <= QueryMoment.Shift.maximum else {
            throw source.error("a length of time is at most \(QueryMoment.Shift.maximum)\(unit.rawValue)", at: start)
        }
        return QueryMoment.Shift(count: isEarlier ? -count : count, unit: unit)
    }
}
