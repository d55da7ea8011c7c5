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

/// The beginnings of the lines of a text, for finding many positions in it.
package struct LineIndex {
    private let bytes: [UInt8]
    private let starts: [Int]
    /// The number of code points before each block of bytes, so that a position far to the right takes no longer than
    /// others; empty for a short text.
    private let pointsBefore: [Int]
    private static let block = 4_096

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var offset = 0
        while offset < bytes.count {
            let line = Line(at: offset, in: bytes)
            offset = line.end
            if line.end > line.content.upperBound { starts.append(offset) }
        }
        self.starts = starts
        pointsBefore = bytes.count > 4 * Self.block ? Self.pointsBeforeBlocks(of: bytes) : []
    }

    private static func pointsBeforeBlocks(of bytes: [UInt8]) -> [Int] {
        var points = [0]
        for start in stride(from: 0, to: bytes.count, by: block) {
            let count = bytes[start..<min(start + block, bytes.count)].count { $0 & 0xC0 != 0x80 }
            points.append(points[points.count - 1] + count)
        }
        return points
    }

    /// The line and column of a byte.
    package func position(of offset: Int) -> TextPosition {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let end = min(max(offset, starts[low]), bytes.count)
        return TextPosition(line: low + 1, column: points(from: starts[low], to: end) + 1)
    }

    private func points(from start: Int, to end: Int) -> Int {
        guard !pointsBefore.isEmpty, end - start > 2 * Self.block else {
            return bytes[start..<end].count { $0 & 0xC0 != 0x80 }
        }
        let (first, last) = (start / Self.block + 1, end / Self.block)
        return points(from: start, to: first * Self.block) + pointsBefore[last] - pointsBefore[first]
            + points(from: last * Self.block, to: end)
    }
}

/// Conflict markers: the lines that git and others write around two versions that they could not merge.
package enum ConflictMarkers {
    /// Whether such a line begins at this offset.
    package static func begin(at offset: Int, in bytes: [UInt8]) -> Bool {
        guard offset == 0 || bytes[offset - 1] == 0x0A || bytes[offset - 1] == 0x0D else { return false }
        let line = bytes[offset...].prefix(8)
        guard let first = line.first, [0x3C, 0x3D, 0x3E, 0x7C].contains(first), line.prefix(7).count == 7 else {
            return false
        }
        return line.prefix(7).allSatisfy { $0 == first }
            && (line.count == 7 || [0x20, 0x0A, 0x0D].contains(line[offset + 7]))
    }

    /// The range of the first conflict from an offset: from `<<<<<<<` through `=======` to `>>>>>>>`, without others of the
    /// first and last kind (Format, clause 20.1).
    package static func firstRange(in bytes: [UInt8], from offset: Int = 0) -> Range<Int>? {
        var start: Int?
        var isDivided = false
        var index = offset
        // Most texts have no conflict, which a search for one character shows.
        guard bytes.span.firstIndex(of: 0x3E, or: 0x3E, from: offset) < bytes.count else { return nil }
        while index < bytes.count {
            let line = Line(at: index, in: bytes)
            switch bytes[index] {
            case 0x3C where begin(at: index, in: bytes): (start, isDivided) = (index, false)
            case 0x3D where start != nil && begin(at: index, in: bytes): isDivided = true
            case 0x3E where start != nil && begin(at: index, in: bytes):
                if let start, isDivided { return start..<line.end }
                start = nil
            default: break
            }
            index = line.end
        }
        return nil
    }
}
