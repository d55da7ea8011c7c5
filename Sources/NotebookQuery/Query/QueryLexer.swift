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
            guard !fraction.isEmpty else { throw source.error("expected a digit after the decimal point", at: offset) }
            let unit = letters { $0.isPartOfWord }
            guard unit.isEmpty else {
                throw source.wholeNumbers(at: start, isSize: QueryParser.byteUnits[unit.lowercased()] != nil)
            }
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

/// A word, number or sign of a query.
struct QueryToken: Hashable {
    enum Kind: Hashable {
        /// The name of a field, an operator, a date or a truth value.
        case word(String)
        /// A text in quotation marks.
        case text(String)
        /// A whole number, and the letters that directly follow.
        case number(Int, unit: String)
        /// A number with a decimal point.
        case decimal
        /// A date as ISO 8601 writes it, month included.
        case date(QueryDate)
        /// A sign such as `==` or `(`.
        case sign(String)
        /// The end of the query.
        case end
    }

    let kind: Kind
    /// The range, in code points.
    let range: Range<Int>

    /// Whether this is a word, in any letter case.
    func isWord(_ word: String) -> Bool {
        guard case .word(let own) = kind else { return false }
        return own.utf8.span.equalsIgnoringASCIICase(word.utf8.span)
    }

    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }
}

/// The text of a query.
struct QuerySource {
    /// The longest query, in code points.
    static let maximumLength = 10_000

    let scalars: [Unicode.Scalar]

    /// Takes the text of a query.
    ///
    /// - Throws: `QueryError` if it is too long.
    init(_ text: String) throws(QueryError) {
        scalars = Array(text.unicodeScalars.prefix(Self.maximumLength + 1))
        guard scalars.count <= Self.maximumLength else {
            throw error("a query has at most \(Self.maximumLength) characters", at: Self.maximumLength)
        }
    }

    subscript(offset: Int) -> Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    /// An error at an offset of the text.
    func error(_ message: String, at offset: Int, _ suggestion: String? = nil) -> QueryError {
        QueryError(message, column: text(0..<offset).count + 1, suggestion: suggestion)
    }

    /// The error for a number with a decimal point where a whole number is required.
    func wholeNumbers(at offset: Int, isSize: Bool) -> QueryError {
        error("only whole numbers are supported", at: offset, isSize ? "write 1500 kB for 1.5 MB" : nil)
    }

    /// The offset of a character in the quoted text that begins at `start`, in which quotation marks are doubled.
    func offset(ofCharacter count: Int, inTextAt start: Int) -> Int {
        var offset = start + 1
        for _ in 0..<count { offset += self[offset] == scalars[start] ? 2 : 1 }
        return min(offset, scalars.count)
    }
}
