/// Reads a text from its beginning, byte by byte.
///
/// A regular expression is made anew at each use, which takes a hundred times as long as reading a line.
package struct TextReader {
    /// What is not read yet.
    package private(set) var rest: Substring

    /// Makes a reader of a text.
    package init(_ text: Substring) { rest = text }

    /// Makes a reader of a text.
    package init(_ text: String) { self.init(text[...]) }

    /// Whether everything is read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// Skips these bytes; false if others come next.
    package mutating func skip(_ text: String) -> Bool {
        guard rest.utf8.starts(with: text.utf8) else { return false }
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: text.utf8.count)...]
        return true
    }

    /// Skips white space; false if there is none.
    @discardableResult
    package mutating func skipSpace() -> Bool {
        let start = rest.startIndex
        rest = rest.drop(while: \.isWhitespace)
        return rest.startIndex > start
    }

    /// Reads bytes that meet a condition, as many as there are; `nil` if there are not enough of them.
    package mutating func take(_ count: PartialRangeFrom<Int>, where isWanted: (UInt8) -> Bool) -> Substring? {
        take(count.lowerBound...Int.max, where: isWanted)
    }

    /// Reads bytes that meet a condition, at most so many; `nil` if there are not enough of them.
    package mutating func take(_ count: ClosedRange<Int>, where isWanted: (UInt8) -> Bool) -> Substring? {
        var end = rest.startIndex
        var length = 0
        while length < count.upperBound, end < rest.endIndex, isWanted(rest.utf8[end]) {
            rest.utf8.formIndex(after: &end)
            length += 1
        }
        guard length >= count.lowerBound else { return nil }
        defer { rest = rest[end...] }
        return rest[..<end]
    }
}
