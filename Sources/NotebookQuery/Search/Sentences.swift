import NotebookFormat
import NotebookLinks
import NotebookMarkdown
package import NotebookText

/// The sentences of an item, to show links and words in context.
///
/// A sentence ends with its paragraph, heading, title of a callout or table row, and after `.`, `!`, `?` or `…` before
/// white space. A full stop after a single letter or a common abbreviation, or before a lowercase letter, does not end
/// it (a small part of UAX #29, section 5).
struct Sentences {
    private let bytes: [UInt8]
    /// Paragraphs and headings, in the order of the source.
    private let blocks: [Range<Int>]
    private let comments: [Range<Int>]

    init(_ text: ItemText) {
        bytes = text.bytes
        comments = ReadingSource.comments(in: bytes, text.bodyStart..<bytes.count)
        let bytes = text.bytes
        blocks = text.document.blocks.nodes.flatMap { node -> [Range<Int>] in
            switch node.kind {
            case .paragraph: SentenceBlocks.ofParagraph(node.range, bytes)
            case .heading: [SentenceBlocks.ofHeading(node.range, bytes)]
            default: []
            }
        }
    }

    /// The sentence around a range, on one line, with the range marked; cuts long sentences.
    func snippet(around part: Range<Int>) -> Snippet {
        let sentence = range(around: part)
        var text: [UInt8] = []
        var offset = sentence.lowerBound
        func append(to end: Int, withComments: Bool = false) {
            while offset < end {
                if !withComments, let comment = comments.first(where: { $0.contains(offset) }) {
                    offset = min(comment.upperBound, end)
                    continue
                }
                text.append(bytes[offset])
                let isLineEnd = bytes[offset] == 0x0A
                offset += 1
                // Block quote markers are not part of the sentence.
                while isLineEnd, offset < end, [0x20, 0x09, UInt8(ascii: ">")].contains(bytes[offset]) { offset += 1 }
            }
        }
        append(to: part.lowerBound)
        let start = text.count
        append(to: part.upperBound, withComments: true)
        let marked = start..<text.count
        append(to: sentence.upperBound)
        return Snippet(text, bodyStart: 0, [marked], before: 160, after: 240, comments: [])
    }

    /// How far to search for the ends of sentences, in bytes: farther than a snippet shows, but not through 16 MiB.
    private static let reach = 512

    /// The bytes of the sentence around a range.
    private func range(around part: Range<Int>) -> Range<Int> {
        guard let block = block(around: part) else {
            return SentenceBlocks.row(around: part, in: line(around: part), bytes)
        }
        var start = max(block.lowerBound, part.lowerBound - Self.reach)
        while start > block.lowerBound, start < part.lowerBound, bytes[start] & 0xC0 == 0x80 { start += 1 }
        // Heading markers are not part of the sentence.
        while start < part.lowerBound, bytes[start] == UInt8(ascii: "#") || Self.isSpace(bytes[start]) { start += 1 }
        var index = start
        while index < part.lowerBound {
            if let next = endOfSentence(at: index, in: block), next <= part.lowerBound { start = next }
            index += 1
        }
        let last = min(block.upperBound, part.upperBound + Self.reach)
        index = part.upperBound
        while index < last {
            if let next = endOfSentence(at: index, in: block) {
                var end = next
                while end > index + 1, Self.isSpace(bytes[end - 1]) { end -= 1 }
                return start..<end
            }
            index += 1
        }
        return start..<last
    }

    /// The paragraph or heading around a range; `nil` in tables, front matter and definitions.
    private func block(around part: Range<Int>) -> Range<Int>? {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].lowerBound <= part.lowerBound { low = middle + 1 } else { high = middle }
        }
        guard low > 0, blocks[low - 1].upperBound >= part.upperBound,
            bytes[line(around: part).lowerBound] != UInt8(ascii: "|")
        else { return nil }
        return blocks[low - 1]
    }

    /// The lines around a range, without leading white space.
    private func line(around part: Range<Int>) -> Range<Int> {
        let least = max(0, part.lowerBound - Self.reach)
        let most = min(bytes.count, part.upperBound + Self.reach)
        var start = part.lowerBound
        while start > least, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
        while start < part.lowerBound, Self.isSpace(bytes[start]) { start += 1 }
        var end = part.upperBound
        while end < most, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        return start..<end
    }

    /// The beginning of the next sentence if one ends with the character at an offset.
    private func endOfSentence(at index: Int, in block: Range<Int>) -> Int? {
        guard let length = endingMark(at: index) else { return nil }
        let limit = min(block.upperBound, index + Self.reach)
        var end = min(index + length, limit)
        while let mark = Self.closing.first(where: { bytes[end..<limit].starts(with: $0) }) { end += mark.count }
        var next = end
        while next < limit, Self.isSpace(bytes[next]) { next += 1 }
        // Chinese and Japanese have no spaces between sentences.
        guard next > end || length == 3 && bytes[index] != 0xE2, next < limit else { return nil }
        guard bytes[index] == UInt8(ascii: ".") else { return next }
        let isAbbreviated =
            isSingleLetter(before: index, from: block.lowerBound) || Self.isAbbreviation(before: index, in: bytes)
        return isAbbreviated || (0x61...0x7A).contains(bytes[next]) ? nil : next
    }

    /// The length of a punctuation mark that ends sentences.
    private func endingMark(at index: Int) -> Int? {
        switch bytes[index] {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): 1
        case 0xD8, 0xDB: Self.arabicMarks.contains(Array(bytes[index..<min(index + 2, bytes.count)])) ? 2 : nil
        case 0xE2, 0xE3, 0xEF:
            Self.marks.contains(Array(bytes[index..<min(index + 3, bytes.count)])) ? 3 : nil
        default: nil
        }
    }

    private func isSingleLetter(before index: Int, from start: Int) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
        guard index > start, isLetter(bytes[index - 1]) else { return false }
        return index - 1 == start || !isLetter(bytes[index - 2]) && bytes[index - 2] < 0x80
    }

    /// Whether a common abbreviation ends before a full stop, not counting those that often end a sentence.
    private static func isAbbreviation(before index: Int, in bytes: [UInt8]) -> Bool {
        var start = index
        while start > 0, index - start < 6, (bytes[start - 1] | 0x20) &- 0x61 < 26 { start -= 1 }
        return abbreviations.contains(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private static let abbreviations: Set = [
        "Mr", "Mrs", "Ms", "Dr", "Prof", "St", "Mt", "Gen", "Col", "Capt", "Lt", "Sgt", "Rev", "Hon", "Sen", "Rep",
        "Gov", "Fig",
        "Eq", "Vol", "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec", "vs", "cf",
        "al",
        "approx", "ca", "Hr", "Fr", "Nr", "Bd", "bzw", "vgl", "Mme", "Mlle",
    ]

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static let marks = ["…", "。", "！", "？"].map { Array($0.utf8) }
    private static let arabicMarks = ["؟", "۔"].map { Array($0.utf8) }
    private static let closing = ["'", "\"", ")", "]", "*", "_", "’", "”", "»", "」"].map { Array($0.utf8) }
}

extension ItemFile {
    /// The sentences around the links that begin at some positions.
    package func sentences(ofLinksAt places: Set<TextPosition>) -> [TextPosition: Snippet] {
        let text = ItemText(self)
        let sentences = Sentences(text)
        let lines = LineIndex(bytes)
        var found: [TextPosition: Snippet] = [:]
        for link in text.links() {
            let place = lines.position(of: link.start)
            if places.contains(place) { found[place] = sentences.snippet(around: link.start..<link.end) }
        }
        return found
    }
}

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
