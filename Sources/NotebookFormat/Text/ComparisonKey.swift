/// What two texts share if they are equal but for case and Unicode normalisation: `NFD(fold(NFD(text)))`
/// (Unicode 15.0 §3.13, D145; Format, section 1).
public struct ComparisonKey: Hashable, Sendable {
    /// The folded text, in Normalization Form D.
    public let text: String

    /// The key of a text.
    public init(_ text: some StringProtocol) {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            self.text = String(
                decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        } else {
            let folded = CaseFolding.folded(text.decomposed)
            self.text = folded.decomposed
        }
    }
}

extension StringProtocol {
    /// Whether two texts have the same bytes, where `==` would also accept another normalisation.
    package func isIdentical(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension StringProtocol {
    /// As many whole characters from the start as fit into a number of bytes of UTF-8.
    package func prefix(bytes limit: Int) -> SubSequence {
        guard utf8.count > limit else { return self[...] }
        var count = 0
        return prefix { character in
            count += character.utf8.count
            return count <= limit
        }
    }
}
