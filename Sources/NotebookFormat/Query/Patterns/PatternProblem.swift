/// Why a text is no regular expression that a query can hold, and where.
struct PatternProblem: Error, Hashable {
    /// What is wrong, without a full stop.
    let message: String
    /// The place, in code points from the beginning of the pattern.
    let offset: Int
    /// What could stand there instead, as a sentence without a full stop.
    let suggestion: String?

    init(_ message: String, at offset: Int, _ suggestion: String? = nil) {
        self.message = message
        self.offset = offset
        self.suggestion = suggestion
    }
}
