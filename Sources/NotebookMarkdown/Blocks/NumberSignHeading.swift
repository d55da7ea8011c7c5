package import NotebookText

/// A one-line heading with `#` (CommonMark 0.31.2 §4.2).
struct NumberSignHeading {
    let level: Int
    /// The content without spaces around it and without the closing sequence.
    let content: Range<Int>

    init?(_ cursor: LineCursor) {
        let bytes = cursor.bytes
        var start = cursor.text
        while start < cursor.end, bytes[start] == UInt8(ascii: "#") { start += 1 }
        level = start - cursor.text
        guard (1...6).contains(level), start == cursor.end || Line.isBlank(bytes[start]) else { return nil }
        start = bytes.skippingBlanks(from: start, before: cursor.end)
        let end = Self.trimmed(start..<cursor.end, in: bytes)
        var closing = end
        while closing > start, bytes[closing - 1] == UInt8(ascii: "#") { closing -= 1 }
        let isClosed = closing < end && (closing == start || Line.isBlank(bytes[closing - 1]))
        content = start..<(isClosed ? Self.trimmed(start..<closing, in: bytes) : end)
    }

    private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, Line.isBlank(bytes[end - 1]) { end -= 1 }
        return end
    }
}

/// The fence that opens a code block (CommonMark 0.31.2 §4.5).
package struct CodeFence {
    package let character: UInt8
    @Compact package private(set) var length: Int
    /// The indentation in columns, the maximum for its lines.
    @Compact private(set) var indentation: Int
    @CompactRange private(set) var info: Range<Int>

    init?(_ cursor: LineCursor) {
        let bytes = cursor.bytes
        guard let run = Self.run(cursor), run.length >= 3 else { return nil }
        character = run.character
        _length = Compact(wrappedValue: run.length)
        _indentation = Compact(wrappedValue: cursor.indentation)
        let start = bytes.skippingBlanks(from: run.end, before: cursor.end)
        var end = cursor.end
        while end > start, Line.isBlank(bytes[end - 1]) { end -= 1 }
        _info = CompactRange(wrappedValue: start..<end)
        guard character != UInt8(ascii: "`") || !bytes[info].contains(UInt8(ascii: "`")) else { return nil }
    }

    /// Whether a line closes the block that this fence opens.
    func isClosed(by cursor: LineCursor) -> Bool {
        guard !cursor.isIndentedAsCode, let run = Self.run(cursor), run.character == character, run.length >= length
        else {
            return false
        }
        return cursor.bytes.skippingBlanks(from: run.end, before: cursor.end) == cursor.end
    }

    private static func run(_ cursor: LineCursor) -> (character: UInt8, length: Int, end: Int)? {
        guard !cursor.isBlank else { return nil }
        let character = cursor.bytes[cursor.text]
        guard character == UInt8(ascii: "`") || character == UInt8(ascii: "~") else { return nil }
        var end = cursor.text
        while end < cursor.end, cursor.bytes[end] == character { end += 1 }
        return (character, end - cursor.text, end)
    }
}

/// The underline of a heading (CommonMark 0.31.2 §4.3).
enum HeadingUnderline {
    /// The level of the heading that this line makes of the paragraph before it.
    static func level(_ cursor: LineCursor) -> Int? {
        guard !cursor.isBlank, !cursor.isIndentedAsCode else { return nil }
        let character = cursor.bytes[cursor.text]
        guard character == UInt8(ascii: "=") || character == UInt8(ascii: "-") else { return nil }
        var end = cursor.text
        while end < cursor.end, cursor.bytes[end] == character { end += 1 }
        guard cursor.bytes.skippingBlanks(from: end, before: cursor.end) == cursor.end else { return nil }
        return character == UInt8(ascii: "=") ? 1 : 2
    }
}

/// Finds thematic breaks (CommonMark 0.31.2 §4.1).
///
/// Reads each byte of a line once, however many list markers precede it.
struct ThematicBreakScanner {
    private var character: UInt8 = 0
    private var failure = 0

    /// Whether the rest of a line is a thematic break.
    mutating func accepts(_ cursor: LineCursor) -> Bool {
        let first = cursor.bytes[cursor.text]
        guard first == UInt8(ascii: "*") || first == UInt8(ascii: "-") || first == UInt8(ascii: "_") else {
            return false
        }
        if first == character, cursor.text < failure { return false }
        var count = 0
        var offset = cursor.text
        while offset < cursor.end {
            if cursor.bytes[offset] == first {
                count += 1
            } else if !Line.isBlank(cursor.bytes[offset]) {
                (character, failure) = (first, offset)
                return false
            }
            offset += 1
        }
        return count >= 3
    }
}
