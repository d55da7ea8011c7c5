/// A line and a column, both from 1, the column counted in Unicode code points.
public struct TextPosition: Hashable, Sendable, Comparable {
    /// The line, from 1; lines end in LF, CRLF or CR.
    public let line: Int
    /// The column, from 1, in code points.
    public let column: Int

    /// A place that is known already.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte, or of the end where the offset lies behind it.
    public init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var start = 0
        let end = min(offset, bytes.count)
        for index in 0..<end {
            guard bytes[index] == 0x0A || bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
            else { continue }
            line += 1
            start = index + 1
        }
        let points = bytes[start..<max(start, end)].reduce(into: 0) { count, byte in if byte & 0xC0 != 0x80 { count += 1 } }
        self.init(line: line, column: points + 1)
    }

    /// Compares by line, then column.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
