/// A few words in quotation marks, as canonical texts spell them, to recognise them without reading a string.
package struct CanonicalWords {
    package let words: [String]
    private let patterns: [Pattern]

    /// A word with its quotation marks, of up to 16 bytes: its first eight and its last eight bytes, which may overlap.
    private struct Pattern {
        let length: Int
        let first: UInt64
        /// A mask for the bytes of `first`, if the word has fewer than eight.
        let mask: UInt64
        let last: UInt64

        init(_ text: String) {
            let bytes = Array(text.utf8)
            let padded = bytes + Array(repeating: 0, count: 8)
            length = bytes.count
            first = padded.span.eightBytes(at: 0) ?? 0
            mask = length < 8 ? 1 << UInt64(8 * length) - 1 : .max
            last = bytes.span.eightBytes(at: length - 8) ?? 0
        }
    }

    /// Makes the words, each with the text after its closing quotation mark, of at most 16 bytes together.
    package init(_ words: [String], ending: String) {
        self.words = words
        patterns = words.map { Pattern("\"\($0)\"\(ending)") }
    }

    /// Skips the next word in the reader if it is one of these, from the given one on, and returns its index.
    ///
    /// Recognises no words close to the end of the text.
    package func skipOne(in reader: inout JSONReader, from first: Int) -> Int? {
        guard let (index, length) = find(reader.bytes.span, reader.offset, from: first) else { return nil }
        reader.offset += length
        return index
    }

    private func find(_ bytes: Span<UInt8>, _ offset: Int, from first: Int) -> (index: Int, length: Int)? {
        guard let next = bytes.eightBytes(at: offset) else { return nil }
        for index in first..<patterns.count where (next ^ patterns[index].first) & patterns[index].mask == 0 {
            let length = patterns[index].length
            if length < 8 || bytes.eightBytes(at: offset &+ length &- 8) == patterns[index].last {
                return (index, length)
            }
        }
        return nil
    }
}
