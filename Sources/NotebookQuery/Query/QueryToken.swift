import NotebookText

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
