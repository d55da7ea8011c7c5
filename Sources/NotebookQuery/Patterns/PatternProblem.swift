/// Why a regular expression is invalid or not supported, and where.
struct PatternProblem: Error, Hashable {
    /// What is wrong, without a full stop.
    let message: String
    /// The position, in code points from the beginning of the pattern.
    let offset: Int
    /// A suggestion, as a sentence without a full stop.
    let suggestion: String?

    init(_ message: String, at offset: Int, _ suggestion: String? = nil) {
        self.message = message
        self.offset = offset
        self.suggestion = suggestion
    }
}
