/// Why a query is invalid, and where.
public struct QueryError: Error, Hashable, Sendable {
    /// The position, in characters (extended grapheme clusters) from 1; the end is one more than the length of the
    /// text.
    public let column: Int
    /// What is wrong there, without a full stop.
    public let message: String
    /// What was probably meant, or what to write instead, as a sentence; `nil` if that is unclear.
    public let suggestion: String?

    init(_ message: String, column: Int, suggestion: String? = nil) {
        self.column = column
        self.message = message
        self.suggestion = suggestion
    }
}

extension QueryError: CustomStringConvertible {
    /// The position, the problem, and the suggestion, in one line.
    public var description: String {
        "column \(column): \(message)" + (suggestion.map { "; \($0)" } ?? "")
    }
}
