/// A line and a column, both from 1; columns count Unicode code points.
public struct TextPosition: Hashable, Sendable, Comparable {
    /// The line, from 1; lines end in LF, CRLF or CR.
    public let line: Int
    /// The column, from 1, in code points.
    public let column: Int

    /// Makes a position from a line and a column.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of a byte, or of the end if the offset is after it.
    public init(of offset: Int, in bytes: [UInt8]) {
        var (line, start) = (1, 0)
        while start < bytes.count {
            let current = Line(at: start, in: bytes)
            guard current.end > current.content.upperBound, current.end <= offset else { break }
            (line, start) = (line + 1, current.end)
        }
        let end = min(max(offset, start), bytes.count)
        self.init(line: line, column: bytes[start..<end].count { $0 & 0xC0 != 0x80 } + 1)
    }

    /// Compares by line, then column.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
