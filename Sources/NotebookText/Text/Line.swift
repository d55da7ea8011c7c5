/// A line of a text, with and without its end (LF, CRLF or CR).
package struct Line {
    /// The bytes without the line end.
    package let content: Range<Int>
    /// The offset after the line end.
    package let end: Int

    /// Reads the line that begins at an offset.
    package init(at start: Int, in bytes: [UInt8]) {
        let index = bytes.span.firstIndex(of: 0x0A, or: 0x0D, from: start)
        content = start..<index
        if index + 1 < bytes.count, bytes[index] == 0x0D, bytes[index + 1] == 0x0A {
            end = index + 2
        } else {
            end = min(index + 1, bytes.count)
        }
    }

    /// The content without spaces and tabs at its end.
    package func trimmed(in bytes: [UInt8]) -> Range<Int> {
        var end = content.upperBound
        while end > content.lowerBound, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return content.lowerBound..<end
    }

    package func isBlank(in bytes: [UInt8]) -> Bool { bytes[content].allSatisfy(Self.isBlank) }

    /// Whether the line is `---`, ignoring trailing spaces and tabs.
    package func isRule(in bytes: [UInt8]) -> Bool { bytes[trimmed(in: bytes)].elementsEqual([0x2D, 0x2D, 0x2D]) }

    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The line end of the first line, for inserted lines.
    package static func lineEnd(of bytes: [UInt8]) -> [UInt8] {
        let first = Line(at: 0, in: bytes)
        return first.end - first.content.upperBound == 2 ? [0x0D, 0x0A] : [0x0A]
    }
}
