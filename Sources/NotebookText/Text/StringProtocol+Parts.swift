/// Parts of paths and names by their bytes.
///
/// The standard library compares by characters, and Unicode makes one character of a slash or full stop and some that are
/// beside it, such as U+0600 before it and U+0301 after it.
extension StringProtocol {
    /// The parts between signs of ASCII, as `split(separator:)` gives them.
    package func parts(
        between sign: Unicode.Scalar, maxSplits: Int = .max, omittingEmpty: Bool = true
    ) -> [SubSequence] {
        utf8.split(separator: UInt8(ascii: sign), maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty).map {
            self[$0.startIndex..<$0.endIndex]
        }
    }

    /// Whether the text begins with the bytes of another one.
    package func begins(with beginning: some StringProtocol) -> Bool { utf8.starts(with: beginning.utf8) }

    /// Whether the text ends in the bytes of another one.
    package func ends(in ending: some StringProtocol) -> Bool { without(ending: ending) != nil }

    /// The text before an ending; `nil` if it has another one.
    package func without(ending: some StringProtocol) -> SubSequence? {
        let count = ending.utf8.count
        guard utf8.count >= count, utf8.suffix(count).elementsEqual(ending.utf8) else { return nil }
        return self[..<utf8.index(endIndex, offsetBy: -count)]
    }
}
