import EditorWire
import NotebookBundle

/// A text with the beginnings of its lines, which end in LF, CRLF or CR.
struct LineTable: Sendable {
    private(set) var bytes: [UInt8]
    private var starts: [Int]
    /// The counts before each block of bytes, as far as they are known, so that a position far to the right of a line takes
    /// no longer than others.
    private var countsBefore = [CharacterCounts()]
    private static let block = 1_024

    /// Reads a text.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = [0] + Self.starts(in: bytes, 0..<bytes.count)
        countBlocks()
    }

    /// Reads a file, of which editors do not show the byte order mark.
    init(file bytes: [UInt8]) {
        self.init(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { starts[0] = 3 }
    }

    /// The beginnings of the lines that follow a line end in a range.
    private static func starts(in bytes: [UInt8], _ range: Range<Int>) -> [Int] {
        var starts: [Int] = []
        let span = bytes.span
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = span[index]
            index += 1
            guard byte == 0x0A || byte == 0x0D else { continue }
            if byte == 0x0D, index < span.count, span[index] == 0x0A {
                guard index < range.upperBound else { break }
                index += 1
            }
            starts.append(index)
        }
        return starts
    }

    /// The number of lines.
    var count: Int { starts.count }

    /// The number of the line that contains an offset.
    func line(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The bytes of a line, without its end; of the last line if there is none with this number.
    func content(of line: Int) -> Range<Int> {
        let line = min(max(line, 0), starts.count - 1)
        let start = starts[line]
        var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// The offset of a position; of the end of its line if that is shorter, and of the text if that has fewer lines.
    func offset(line: Int, character: Int, _ encoding: PositionEncoding) -> Int {
        guard line < starts.count else { return bytes.count }
        guard line >= 0 else { return 0 }
        let content = content(of: line)
        if encoding == .utf8 {
            var offset = content.lowerBound + min(max(character, 0), content.count)
            while offset > content.lowerBound, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            return offset
        }
        guard content.count > Self.block else { return offset(of: character, in: content, encoding) }
        let wanted = counts(before: content.lowerBound).units(encoding).addingReportingOverflow(character)
        guard !wanted.overflow else { return content.upperBound }
        var offset = content.lowerBound
        // Jumps to the last block of the line that does not begin too far to the right.
        var (low, high) = (offset / Self.block + 1, min(content.upperBound / Self.block + 1, countsBefore.count))
        while low < high {
            let middle = (low + high) / 2
            if countsBefore[middle].units(encoding) <= wanted.partialValue {
                offset = middle * Self.block
                low = middle + 1
            } else {
                high = middle
            }
        }
        let rest = wanted.partialValue - counts(before: offset).units(encoding)
        return self.offset(of: rest, in: offset..<content.upperBound, encoding)
    }

    /// The offset behind some units of a range; of its end if it has no more.
    private func offset(of character: Int, in range: Range<Int>, _ encoding: PositionEncoding) -> Int {
        var (offset, units) = (range.lowerBound, 0)
        while offset < range.upperBound {
            units += encoding.units(ofFirstByte: bytes[offset])
            if units > character { break }
            offset += 1
        }
        // Bytes inside the last character belong to it.
        return offset
    }

    /// The line and character of an offset.
    func position(of offset: Int, _ encoding: PositionEncoding) -> (line: Int, character: Int) {
        let line = line(of: offset)
        let start = starts[line]
        let offset = min(max(offset, start), bytes.count)
        guard offset - start > Self.block else {
            var counts = CharacterCounts()
            counts.add(bytes.span.extracting(start..<offset))
            return (line, counts.units(encoding))
        }
        return (line, counts(before: offset).units(encoding) - counts(before: start).units(encoding))
    }

    /// The counts of the bytes before an offset.
    private func counts(before offset: Int) -> CharacterCounts {
        let block = min(offset / Self.block, countsBefore.count - 1)
        var counts = countsBefore[block]
        counts.add(bytes.span.extracting((block * Self.block)..<offset))
        return counts
    }

    /// Counts the blocks behind the known ones, after one or many edits.
    mutating func countBlocks() {
        while countsBefore.count <= bytes.count / Self.block {
            countsBefore.append(counts(before: countsBefore.count * Self.block))
        }
    }

    /// Replaces a range of bytes.
    mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        let change = text.count - range.count
        // The lines around the edit are read again, since a CR and an LF can have met or parted.
        let first = max(0, line(of: range.lowerBound) - 1)
        let last = min(starts.count, line(of: range.upperBound) + 2)
        bytes.replaceSubrange(range, with: text)
        let end = last < starts.count ? starts[last] + change : bytes.count
        let between = Self.starts(in: bytes, starts[first]..<end)
        let after = starts[last...].dropFirst().map { $0 + change }
        starts = Array(starts[...first]) + between + after
        countsBefore.removeSubrange(min(range.lowerBound / Self.block + 1, countsBefore.count)...)
    }
}

/// How many characters some bytes have.
private struct CharacterCounts {
    private var bytes = 0
    /// The bytes inside characters, and the characters of four bytes, which are two units of UTF-16.
    private var (inside, pairs) = (0, 0)

    mutating func add(_ text: Span<UInt8>) {
        bytes += text.count
        for index in text.indices {
            if text[index] & 0xC0 == 0x80 { inside += 1 }
            if text[index] >= 0xF0 { pairs += 1 }
        }
    }

    /// Their units in an encoding.
    func units(_ encoding: PositionEncoding) -> Int {
        switch encoding {
        case .utf8: bytes
        case .utf16: bytes - inside + pairs
        case .utf32: bytes - inside
        }
    }
}

extension LineTable {
    /// A position as JSON.
    func json(_ offset: Int, _ encoding: PositionEncoding) -> JSONValue {
        let position = position(of: offset, encoding)
        return .object([("line", .integer(position.line)), ("character", .integer(position.character))])
    }

    /// A range as JSON.
    func json(_ range: Range<Int>, _ encoding: PositionEncoding) -> JSONValue {
        .object([("start", json(range.lowerBound, encoding)), ("end", json(range.upperBound, encoding))])
    }

    /// The offset of a position in JSON; `nil` if it is none.
    func offset(_ json: JSONValue?, _ encoding: PositionEncoding) -> Int? {
        guard let line = json?["line"]?.number, let character = json?["character"]?.number, line >= 0, character >= 0
        else { return nil }
        return offset(line: line, character: character, encoding)
    }

    /// The bytes of a range in JSON; `nil` if it is none.
    func range(_ json: JSONValue?, _ encoding: PositionEncoding) -> Range<Int>? {
        guard let start = offset(json?["start"], encoding), let end = offset(json?["end"], encoding) else { return nil }
        return min(start, end)..<max(start, end)
    }
}
