/// A string in a JSON text, as the range between its quotation marks.
package struct JSONString {
    package let range: Range<Int>
    /// Whether it consists only of printable ASCII without escapes.
    package let isPlain: Bool
    package let hasEscapes: Bool
}

/// The key of a member of an object.
package struct JSONKey {
    /// The offset of the key in the text.
    package let offset: Int
    package let string: JSONString
}

/// The keys of one object, which must be unique (Format, clause 4.1).
package struct SeenKeys {
    // Bytes, since keys in different normalisations are different keys.
    private var keys: Set<[UInt8]> = []

    /// No keys.
    package init() {}

    package mutating func insert(_ key: String, at offset: Int) throws(TextProblem) {
        guard keys.insert(Array(key.utf8)).inserted else {
            throw TextProblem("the key \(PrintableText.quoted(key)) occurs twice", at: offset)
        }
    }
}
