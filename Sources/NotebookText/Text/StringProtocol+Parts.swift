/// Parts of paths and names by their bytes.
///
/// The standard library compares by characters, and Unicode makes one character of a slash or full stop and some that are
/// beside it, such as U+0600 before it and U+0301 after it.
extension StringProtocol where SubSequence == Substring {
    /// The parts between signs of ASCII, as `split(separator:)` gives them.
    package func parts(
        between sign: Unicode.Scalar, maxSplits: Int = .max, omittingEmpty: Bool = true
    ) -> [Substring] {
        self[...].divided(at: UInt8(ascii: sign), maxSplits, omittingEmpty: omittingEmpty)
    }
}

extension Substring {
    /// The same for one type, which takes a small part of the time of what is generic.
    fileprivate func divided(at sign: UInt8, _ maxSplits: Int, omittingEmpty: Bool) -> [Substring] {
        let bytes = utf8.span
        var parts: [Substring] = []
        var (start, splits) = (0, 0)
        func add(_ end: Int) {
            let first = utf8.index(startIndex, offsetBy: start)
            parts.append(self[first..<utf8.index(first, offsetBy: end - start)])
        }
        while splits < maxSplits {
            let end = bytes.firstIndex(of: sign, or: sign, from: start)
            guard end < bytes.count else { break }
            if end > start || !omittingEmpty {
                add(end)
                splits += 1
            }
            start = end + 1
        }
        if start < bytes.count || !omittingEmpty { add(bytes.count) }
        return parts
    }
}

extension Character {
    /// Whether it is one of these signs of ASCII, with no mark on it.
    ///
    /// A comparison with `==` brings its marks into order, however many they are.
    package func isOne(of signs: String) -> Bool {
        guard utf8.count == 1, let byte = utf8.first else { return false }
        return signs.utf8.contains(byte)
    }
}

extension StringProtocol {
    /// Whether the text begins with the bytes of another one.
    @inlinable package func begins(with beginning: some StringProtocol) -> Bool { utf8.starts(with: beginning.utf8) }

    /// Whether the text ends in the bytes of another one.
    @inlinable package func ends(in ending: some StringProtocol) -> Bool { without(ending: ending) != nil }

    /// The text before an ending; `nil` if it has another one.
    @inlinable package func without(ending: some StringProtocol) -> SubSequence? {
        let count = ending.utf8.count
        guard utf8.count >= count, utf8.suffix(count).elementsEqual(ending.utf8) else { return nil }
        return self[..<utf8.index(endIndex, offsetBy: -count)]
    }
}

extension StringProtocol {
    /// The text with one space for each run of white space, and none at its ends.
    package var singleSpaced: String { String(self).wordsOnly }
}

extension String {
    /// The same for one type, which takes a small part of the time of what is generic.
    fileprivate var wordsOnly: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
