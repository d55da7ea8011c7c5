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
    func wholeNumbers(at offset: Int) -> QueryError {
        error("only whole numbers are supported", at: offset, "write 1500 kB for 1.5 MB")
    }

    /// The offset of a character in the quoted text that begins at `start`, in which quotation marks are doubled.
    func offset(ofCharacter count: Int, inTextAt start: Int) -> Int {
        var offset = start + 1
        for _ in 0..<count { offset += self[offset] == scalars[start] ? 2 : 1 }
        return min(offset, scalars.count)
    }
}
