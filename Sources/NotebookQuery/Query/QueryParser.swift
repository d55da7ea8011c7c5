import NotebookText

/// Parses queries: `or`, `and`, `not`, in this order of precedence (docs/Query.md has the grammar).
package struct QueryParser {
    /// The maximum nesting of parentheses and `not`.
    static let maximumDepth = 100
    /// The mark after an operator that makes case and diacritics matter.
    static let exactMark = "[exact]"

    let source: QuerySource
    private(set) var token: QueryToken
    private var lexer: QueryLexer
    private var depth = 0

    /// Parses a query.
    ///
    /// - Throws: `QueryError` if it is invalid, and where.
    static func read(_ text: String) throws(QueryError) -> QueryExpression {
        var parser = try QueryParser(QuerySource(text))
        let expression = try parser.choice()
        guard parser.token.kind == .end else { throw parser.problemBehindExpression() }
        return expression
    }

    /// Parses a text that is only a date, such as `2026-11-20`, `yesterday` or `-2h`.
    ///
    /// - Throws: `QueryError` if it is invalid, and where.
    package static func moment(_ text: String) throws(QueryError) -> QueryMoment {
        var parser = try QueryParser(QuerySource(text))
        let moment = try parser.moment()
        guard parser.token.kind == .end else { throw parser.problemBehindExpression() }
        return moment
    }

    private init(_ source: QuerySource) throws(QueryError) {
        self.source = source
        lexer = QueryLexer(source)
        token = try lexer.next()
    }

    mutating func advance() throws(QueryError) { token = try lexer.next() }

    /// Reads the name of a property after the current token, and advances past it; returns its offset, too.
    mutating func propertyName() throws(QueryError) -> (name: String, offset: Int) {
        let start = token.range.upperBound + 1
        let name = try lexer.propertyName()
        try advance()
        return (name, start)
    }

    /// The token after the current one.
    func tokenAhead() throws(QueryError) -> QueryToken {
        var ahead = lexer
        return try ahead.next()
    }

    mutating func skip(sign: String) throws(QueryError) -> Bool {
        guard token.isSign(sign) else { return false }
        try advance()
        return true
    }

    mutating func skip(word: String) throws(QueryError) -> Bool {
        guard token.isWord(word) else { return false }
        try advance()
        return true
    }

    /// Advances past a word, or past the sign that means the same.
    private mutating func skip(_ word: String, _ sign: String) throws(QueryError) -> Bool {
        guard token.isWord(word) || token.isSign(sign) else { return false }
        try advance()
        return true
    }

    func problem(_ message: String, _ suggestion: String? = nil) -> QueryError {
        source.error(message, at: token.range.lowerBound, suggestion)
    }

    private mutating func choice() throws(QueryError) -> QueryExpression {
        var parts = [try conjunction()]
        while try skip("or", "||") { parts.append(try conjunction()) }
        return .joined(any: parts)
    }

    private mutating func conjunction() throws(QueryError) -> QueryExpression {
        var parts = [try negation()]
        while try skip("and", "&&") { parts.append(try negation()) }
        return .joined(all: parts)
    }

    private mutating func negation() throws(QueryError) -> QueryExpression {
        guard token.isWord("not") || token.isSign("!") else { return try primary() }
        try enter()
        let inner = try negation()
        depth -= 1
        return .not(inner)
    }

    private mutating func primary() throws(QueryError) -> QueryExpression {
        guard token.isSign("(") else { return .comparison(try comparison()) }
        let start = token
        try enter()
        let inner = try choice()
        depth -= 1
        guard try skip(sign: ")") else {
            if token.kind != .end { throw problemBehindExpression() }
            throw source.error("this parenthesis is not closed", at: start.range.lowerBound)
        }
        return inner
    }

    /// Advances past the sign or word that starts a nested level.
    private mutating func enter() throws(QueryError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw problem("a query can be nested at most \(Self.maximumDepth) levels deep")
        }
        try advance()
    }

    /// The error for anything but `and`, `or` or a parenthesis after an expression.
    private func problemBehindExpression() -> QueryError {
        if token.isSign(")") { return problem("unmatched closing parenthesis") }
        let start = token.range.lowerBound
        if start > 0, source[start - 1] == "'" || source[start - 1] == "\"" {
            return problem("the text ends before this", "double a quotation mark within a text")
        }
        guard case .word(let word) = token.kind else { return problem("expected ‘and’ or ‘or’ here") }
        let meant =
            Self.connective(like: word) ?? (QueryField(word) != nil || token.isWord("not") ? "and \(word)" : nil)
        return problem("expected ‘and’ or ‘or’ here", meant.map { "did you mean ‘\($0)’?" })
    }

    private static func connective(like word: String) -> String? {
        guard QueryField(word) == nil, !["not", "true", "false"].contains(word.lowercased()) else { return nil }
        return Similarity.nearest(to: word, in: ["and", "or"]).first
    }
}
