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
    public init(of offset: Int, in bytes: [UInt8]) { self = LineIndex(bytes).position(of: offset) }

    /// Compares by line, then column.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
