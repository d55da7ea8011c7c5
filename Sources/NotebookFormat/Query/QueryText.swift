/// A text in a query, and what of it is compared.
struct QueryText: Hashable, Sendable {
    /// The text as it is written between the quotation marks.
    let written: String
    let key: TextKey
    private let needle: Needle

    init(_ written: String, isExact: Bool) {
        self.written = written
        key = TextKey(written, isExact: isExact)
        needle = Needle(key.bytes)
    }

    /// Whether the text stands anywhere in another.
    func isFound(in text: TextKey) -> Bool { needle.isFound(in: text.bytes) }

    /// Whether a text is this one, or lies below it, levels being separated by `/`; everything lies below the empty text.
    func holds(_ text: TextKey) -> Bool {
        guard !key.bytes.isEmpty, text.bytes.starts(with: key.bytes) else { return key.bytes.isEmpty }
        return text.bytes.count == key.bytes.count || text.bytes[key.bytes.count] == UInt8(ascii: "/")
    }
}
