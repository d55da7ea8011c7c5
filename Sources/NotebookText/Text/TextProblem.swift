/// A problem in a text, with its position; callers add the name of the file.
package struct TextProblem: Error, Hashable, Sendable {
    /// The byte offset of the problem.
    package let offset: Int
    /// The message, without a full stop.
    package let message: String
    /// The kind of problem, which decides the remedy.
    package let kind: Kind

    /// Kinds of problems with different remedies.
    package enum Kind: Hashable, Sendable {
        /// Invalid syntax, or an invalid value.
        case malformed
        /// The text is not JSON (Format, clause 4.1).
        case syntax
        /// A manifest lists a path twice.
        case repeatedPath
        /// The text is not UTF-8.
        case encoding
        /// The text contains U+0000.
        case nul
        /// The text is longer than its kind allows.
        case tooLong
        /// The text contains conflict markers of a version control system.
        case conflictMarker
        /// An invalid value would be overwritten.
        case notUnderstood
        /// A later version of the format made the text.
        case newerVersion

        /// Whether the text is not even JSON.
        package var breaksSyntax: Bool { self == .syntax || self == .conflictMarker }
    }

    /// Whether an unreadable text states a later version of the format.
    package var isOfLaterVersion = false

    package init(_ message: String, at offset: Int, kind: Kind = .malformed) {
        self.offset = offset
        self.message = message
        self.kind = kind
    }

    /// The line and column of the problem in the text.
    package func position(in bytes: [UInt8]) -> TextPosition { TextPosition(of: offset, in: bytes) }
}

/// A line and a column, both from 1; columns count Unicode code points.
public struct TextPosition: Hashable, Sendable, Comparable {
    /// The line, from 1; lines end in LF, CRLF or CR.
    public let line: Int
    /// The column, from 1, in code points.
    public let column: Int

    /// Makes a position from a line and a column.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of a byte, or of the end if the offset is after it.
    package init(of offset: Int, in bytes: [UInt8]) {
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

/// Finds positions in a text, mostly in ascending order, with little memory.
///
/// In ascending order, it reads each byte once. For an earlier position, it reads at most a stride of bytes again,
/// however long lines are.
package struct PositionWalker {
    private static let stride = 1_024

    /// A known position.
    private struct Mark {
        @Compact var offset: Int
        @Compact var line: Int
        @Compact var column: Int
    }

    private let bytes: [UInt8]
    private var last = Mark(offset: 0, line: 1, column: 1)
    /// The known positions at multiples of the stride.
    private var marks = [Mark(offset: 0, line: 1, column: 1)]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The line and column of a byte.
    package mutating func position(of target: Int) -> TextPosition {
        let target = min(target, bytes.count)
        let mark = marks[min(target / Self.stride, marks.count - 1)]
        if target < last.offset || last.offset < mark.offset { last = mark }
        while last.offset < target {
            let next = (last.offset / Self.stride + 1) * Self.stride
            last = walked(to: min(next, target))
            if last.offset == marks.count * Self.stride { marks.append(last) }
        }
        return TextPosition(line: last.line, column: last.column)
    }

    private func walked(to end: Int) -> Mark {
        let bytes = bytes
        let span = bytes.span
        var (place, line, column) = (last.offset, last.line, last.column)
        while place < end {
            let byte = span[place]
            place &+= 1
            if byte == 0x0A || byte == 0x0D && !(place < span.count && span[place] == 0x0A) {
                (line, column) = (line &+ 1, 1)
            } else if byte & 0xC0 != 0x80, byte != 0x0D {
                column &+= 1
            }
        }
        return Mark(offset: place, line: line, column: column)
    }
}
