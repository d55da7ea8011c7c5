/// A string in a JSON text, as the range between its quotation marks.
struct JSONString {
    let range: Range<Int>
    /// Whether all of it is printable ASCII without escapes.
    let isPlain: Bool
    let hasEscapes: Bool
}

/// The key of a member of an object.
struct JSONKey {
    /// Where the key begins in the text that is read.
    let offset: Int
    let string: JSONString
}

/// The keys of one object, of which none may occur twice (Format, clause 4.1).
struct SeenKeys {
    // As bytes: a key in another normalisation is another key.
    private var keys: Set<[UInt8]> = []

    mutating func insert(_ key: String, at offset: Int) throws(TextProblem) {
        guard keys.insert(Array(key.utf8)).inserted else {
            throw TextProblem("the key \(PrintableText.quoted(key)) occurs twice", at: offset)
        }
    }
}
