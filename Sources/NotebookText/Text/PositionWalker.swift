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
