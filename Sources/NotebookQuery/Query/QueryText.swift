import NotebookText

/// A text in a query, and its compared form.
struct QueryText: Hashable, Sendable {
    /// The text between the quotation marks.
    let written: String
    let key: TextKey
    private let needle: Needle

    init(_ written: String, isExact: Bool) {
        self.written = written
        key = TextKey(written, isExact: isExact)
        needle = Needle(key.bytes)
    }

    /// Whether another text contains this one.
    func isFound(in text: TextKey) -> Bool { needle.isFound(in: text.bytes) }

    /// Whether a text is this one, or is below it in levels separated by `/`; everything is below the empty text.
    func holds(_ text: TextKey) -> Bool {
        guard !key.bytes.isEmpty, text.bytes.starts(with: key.bytes) else { return key.bytes.isEmpty }
        return text.bytes.count == key.bytes.count || text.bytes[key.bytes.count] == UInt8(ascii: "/")
    }
}
