/// The parts of blocks that contain sentences, without the marks at their ends.
enum SentenceBlocks {
    /// A heading without its underline (CommonMark 0.31.2, section 4.3).
    static func ofHeading(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        guard bytes[range].first(where: { $0 != 0x20 }) != UInt8(ascii: "#") else { return range }
        var end = range.upperBound
        while end > range.lowerBound, isLineEnd(bytes[end - 1]) { end -= 1 }
        guard let lineEnd = bytes[range.lowerBound..<end].lastIndex(where: isLineEnd) else { return range }
        end = lineEnd
        while end > range.lowerBound, isLineEnd(bytes[end - 1]) { end -= 1 }
        return range.lowerBound..<end
    }

    /// A paragraph without the box of a task or the label of a footnote; the title and the text of a callout.
    static func ofParagraph(_ range: Range<Int>, _ bytes: [UInt8]) -> [Range<Int>] {
        let text = bytes[range]
        guard text.first == UInt8(ascii: "["), text.count > 3 else { return [range] }
        switch text[range.lowerBound + 1] {
        case UInt8(ascii: "!"):
            guard let mark = text.firstIndex(of: UInt8(ascii: "]")) else { return [range] }
            var start = mark + 1
            // Obsidian's marks for folded callouts.
            if start < range.upperBound, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[start]) { start += 1 }
            let end = bytes[start..<range.upperBound].firstIndex(where: isLineEnd) ?? range.upperBound
            let title = withoutSpaces(from: start, to: end, bytes)..<end
            var next = end
            while next < range.upperBound, isLineEnd(bytes[next]) || [0x20, UInt8(ascii: ">")].contains(bytes[next]) {
                next += 1
            }
            return [title, next..<range.upperBound].filter { !$0.isEmpty }
        case UInt8(ascii: "^"):
            guard let mark = text.firstIndex(of: UInt8(ascii: "]")),
                text.dropFirst(mark + 1 - range.lowerBound).first == UInt8(ascii: ":")
            else { return [range] }
            return [withoutSpaces(from: mark + 2, to: range.upperBound, bytes)..<range.upperBound]
        case 0x20, UInt8(ascii: "x"), UInt8(ascii: "X"):
            guard bytes[range.lowerBound + 2] == UInt8(ascii: "]"), bytes[range.lowerBound + 3] == 0x20 else {
                return [range]
            }
            return [withoutSpaces(from: range.lowerBound + 3, to: range.upperBound, bytes)..<range.upperBound]
        default: return [range]
        }
    }

    /// A line; for a table row, the part between its outer pipes.
    static func row(around part: Range<Int>, in line: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        let pipe = UInt8(ascii: "|")
        guard bytes[line].first == pipe else { return line }
        var end = line.upperBound
        while end > part.upperBound, [pipe, 0x20].contains(bytes[end - 1]) { end -= 1 }
        return min(withoutSpaces(from: line.lowerBound + 1, to: end, bytes), part.lowerBound)..<end
    }

    private static func withoutSpaces(from start: Int, to end: Int, _ bytes: [UInt8]) -> Int {
        bytes[start..<end].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? end
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
