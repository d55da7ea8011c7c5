/// A key for comparisons, equal for texts that differ only in case and Unicode normalisation: `NFD(fold(NFD(text)))`
/// (Unicode 15.0 §3.13, D145; Format, section 1).
package struct ComparisonKey: Hashable, Sendable {
    /// The folded text, in Normalization Form D.
    package let text: String

    /// The key of a text.
    package init(_ text: some StringProtocol) { self.init(String(text)) }

    /// Makes the key of a text.
    ///
    /// ASCII needs only a pass over its bytes, and no copy if it has no capitals.
    package init(_ text: String) {
        let bytes = text.utf8.span
        guard bytes.isASCII else {
            self.text = CaseFolding.folded(text.decomposed).decomposed
            return
        }
        self.text =
            bytes.hasASCIICapital
            ? String(decoding: text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self) : text
    }

    /// Makes a key from a folded text.
    ///
    /// Folded texts that begin with ASCII can be joined: nothing composes with it.
    package init(folded text: String) { self.text = text }

    /// Whether this is the key of a text; makes no key for ASCII.
    package func isKey(of text: String) -> Bool { isKey(of: text.utf8.span) }

    /// Whether this is the key of a text in UTF-8.
    package func isKey(of bytes: Span<UInt8>) -> Bool {
        bytes.isASCII ? bytes.isFolded(as: text.utf8.span) : ComparisonKey(String(copying: bytes)) == self
    }

    /// Whether the key of a text begins with this one; makes no key for ASCII.
    package func begins(_ text: String) -> Bool {
        let (bytes, own) = (text.utf8.span, self.text.utf8.span)
        guard bytes.isASCII else { return ComparisonKey(text).text.hasPrefix(self.text) }
        return bytes.count >= own.count && bytes.extracting(0..<own.count).isFolded(as: own)
    }
}

extension StringProtocol {
    /// Whether two texts have the same bytes; `==` ignores normalisation.
    package func isIdentical(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String {
    /// Whether two texts have the same bytes.
    package func isIdentical(to other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.span.commonPrefix(with: other.utf8.span) == utf8.count
    }
}

extension StringProtocol {
    /// The longest prefix of whole characters within a number of UTF-8 bytes.
    package func prefix(bytes limit: Int) -> SubSequence {
        guard utf8.count > limit else { return self[...] }
        var count = 0
        return prefix { character in
            count += character.utf8.count
            return count <= limit
        }
    }
}
