/// A string in a JSON text, as the range between its quotation marks.
struct JSONString {
    let range: Range<Int>
    /// Whether it consists only of printable ASCII without escapes.
    let isPlain: Bool
    let hasEscapes: Bool
}

/// The key of a member of an object.
struct JSONKey {
    /// The offset of the key in the text.
    let offset: Int
    let string: JSONString
}

/// The keys of one object, which must be unique (Format, clause 4.1).
struct SeenKeys {
    // Bytes, since keys in different normalisations are different keys.
    private var keys: Set<[UInt8]> = []

    mutating func insert(_ key: String, at offset: Int) throws(TextProblem) {
        guard keys.insert(Array(key.utf8)).inserted else {
            throw TextProblem("the key \(PrintableText.quoted(key)) occurs twice", at: offset)
        }
    }
}
