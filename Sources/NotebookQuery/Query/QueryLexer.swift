import NotebookText

/// Splits a query into tokens: words, numbers and signs.
struct QueryLexer {
    let source: QuerySource
    private var offset = 0

    init(_ source: QuerySource) { self.source = source }

    /// Reads the next token.
    ///
    /// - Throws: `QueryError` if there is no valid token.
    mutating func next() throws(QueryError) -> QueryToken {
        while source[offset]?.properties.isWhitespace == true { offset += 1 }
        let start = offset
        guard let scalar = source[offset] else { return QueryToken(kind: .end, range: start..<start) }
        let kind: QueryToken.Kind
        switch scalar {
        case "'", "\"": kind = .text(try quoted(by: scalar))
        case "0"..."9": kind = try numberOrDate()
        case _ where scalar.properties.isAlphabetic || scalar == "_": kind = .word(letters { $0.isPartOfWord })
        default: kind = .sign(try sign())
        }
        return QueryToken(kind: kind, range: start..<offset)
    }

    private mutating func letters(_ belongs: (Unicode.Scalar) -> Bool) -> String {
        let start = offset
        while let scalar = source[offset], belongs(scalar) { offset += 1 }
        return source.text(start..<offset)
    }

    private mutating func quoted(by mark: Unicode.Scalar) throws(QueryError) -> String {
        let start = offset
        var text = String.UnicodeScalarView()
        offset += 1
        while let scalar = source[offset] {
            offset += 1
            if scalar == mark {
                guard source[offset] == mark else { return String(text) }
                offset += 1
            }
            text.append(scalar)
        }
        throw source.error("this quotation mark is not closed", at: start, "double it within a text")
    }

    private mutating func numberOrDate() throws(QueryError) -> QueryToken.Kind {
        let start = offset
        if let scanned = QueryDateScanner.scan(source.scalars, from: start) {
            offset = scanned.end
            guard let date = scanned.date else {
                throw source.error("no such date: \(source.text(start..<offset))", at: start)
            }
            return .date(date)
        }
        let digits = letters { (0x30...0x39).contains($0.value) }
        guard let number = Int(digits) else { throw source.error("this number is too large", at: start) }
        let unit = letters { $0.isPartOfWord }
        if source[offset] == ".", unit.isEmpty {
            offset += 1
            let fraction = letters { (0x30...0x39).contains($0.value) }
            guard !fraction.isEmpty, source[offset]?.isPartOfWord != true else { throw source.wholeNumbers(at: start) }
            return .decimal
        }
        return .number(number, unit: unit)
    }

    /// Reads the name of a property after `prop`: a full stop, and letters, digits, `_` and `-`, or a quoted text.
    ///
    /// - Throws: `QueryError` if there is none.
    mutating func propertyName() throws(QueryError) -> String {
        let hint = "write it, such as prop.rating or prop.'reading time'"
        guard source[offset] == "." else {
            throw source.error("expected the name of a property here", at: offset, hint)
        }
        offset += 1
        let start = offset
        let mark = source[offset]
        let name: String
        if let mark, mark == "'" || mark == "\"" {
            name = try quoted(by: mark)
        } else {
            name = letters { $0.isPartOfPropertyName }
        }
        guard !name.isEmpty else { throw source.error("expected the name of a property here", at: start, hint) }
        return name
    }

    private mutating func sign() throws(QueryError) -> String {
        for sign in Self.signs where source.scalars[offset...].starts(with: sign.unicodeScalars) {
            offset += sign.unicodeScalars.count
            return sign
        }
        for (sign, meant) in Self.otherSigns where source.scalars[offset...].starts(with: sign.unicodeScalars) {
            throw source.error("unknown sign ‘\(sign)’", at: offset, "did you mean ‘\(meant)’?")
        }
        let scalar = source.scalars[offset]
        if "“”‘’„‚«»`".unicodeScalars.contains(scalar) {
            throw source.error("use straight quotation marks", at: offset, "did you mean ' or \"?")
        }
        throw source.error("\(PrintableText.name(of: scalar)) is not allowed here", at: offset)
    }

    private static let signs = [
        "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "(", ")", "[", "]", ",", "+", "-", ".",
    ]

    /// Signs of other languages; a longer sign comes before its prefixes.
    private static let otherSigns = [
        ("=~", "matches"), ("=<", "<="), ("=>", ">="), ("=", "=="), ("≠", "!="), ("≤", "<="), ("≥", ">="),
        ("&", "and"), ("|", "or"), ("~=", "contains"), ("~", "matches"), ("¬", "not"), ("−", "-"), ("–", "-"),
    ]
}
