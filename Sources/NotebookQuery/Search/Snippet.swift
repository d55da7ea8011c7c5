import NotebookMarkdown
package import NotebookText

/// A piece of text around a match, on one line.
public struct Snippet: Hashable, Sendable {
    /// A run of text, and whether it is a match.
    public struct Piece: Hashable, Sendable {
        /// The text, with single spaces for white space.
        public let text: String
        /// Whether it is a match.
        public let isMatch: Bool
    }

    /// The pieces, in their order.
    public let pieces: [Piece]

    /// The text of all pieces.
    package var text: String { pieces.map(\.text).joined() }

    /// Makes a snippet around the first of some sorted ranges; without ranges, from the beginning of the body.
    ///
    /// - Parameters:
    ///   - before: The maximum number of bytes before the first range.
    ///   - after: The maximum number of bytes after it.
    ///   - comments: What to leave out between the ranges; by default, the comments of the body.
    init(
        _ bytes: [UInt8], bodyStart: Int, _ ranges: [Range<Int>], before: Int = 40, after: Int = 80,
        comments: [Range<Int>]? = nil
    ) {
        let middle = ranges.first ?? bodyStart..<bodyStart
        let start = Self.start(bytes, bodyStart, middle.lowerBound, before)
        let end = Self.end(bytes, middle.upperBound, after)
        var pieces: [Piece] = []
        var offset = start
        let comments = comments ?? ReadingSource.comments(in: bytes, bodyStart..<bytes.count, before: end)
        /// Adds the text between matches, without comments.
        func addBetween(_ range: Range<Int>) {
            var offset = range.lowerBound
            for comment in comments where comment.upperBound > offset && comment.lowerBound < range.upperBound {
                if comment.lowerBound > offset { add(offset..<comment.lowerBound, isMatch: false) }
                offset = min(comment.upperBound, range.upperBound)
            }
            if offset < range.upperBound { add(offset..<range.upperBound, isMatch: false) }
        }
        func add(_ range: Range<Int>, isMatch: Bool) {
            let canBeginWithSpace = pieces.last.map { $0.text.utf8.last != 0x20 } ?? false
            let text = Self.withSingleSpaces(bytes[range], canBeginWithSpace: canBeginWithSpace)
            let shown = isMatch ? text : HiddenText.withDrawnBoxes(HiddenText.withReadableNames(text))
            if !shown.isEmpty { pieces.append(Piece(text: shown, isMatch: isMatch)) }
        }
        for range in ranges where range.lowerBound >= offset && range.upperBound <= end {
            addBetween(offset..<range.lowerBound)
            add(range, isMatch: true)
            offset = range.upperBound
        }
        addBetween(offset..<end)
        if start > bodyStart { pieces.insert(Piece(text: "…", isMatch: false), at: 0) }
        let isWhole = bytes[end...].allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        if let last = pieces.last, last.text.hasSuffix(" "), isWhole {
            pieces[pieces.count - 1] = Piece(text: String(last.text.dropLast()), isMatch: last.isMatch)
        }
        if !isWhole { pieces.append(Piece(text: "…", isMatch: false)) }
        self.pieces = pieces.filter { !$0.text.isEmpty }
    }

    /// Replaces white space in a text by single spaces, and may remove it at the beginning.
    static func withSingleSpaces(_ bytes: ArraySlice<UInt8>, canBeginWithSpace: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            // Looking up the properties of other characters takes ten times as long.
            guard byte < 0x80 else { return slowlyWithSingleSpaces(bytes, canBeginWithSpace: canBeginWithSpace) }
            if byte != 0x20, !(0x09...0x0D).contains(byte) {
                output.append(byte)
            } else if output.last != 0x20, !output.isEmpty || canBeginWithSpace {
                output.append(0x20)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func slowlyWithSingleSpaces(_ bytes: ArraySlice<UInt8>, canBeginWithSpace: Bool) -> String {
        var text = ""
        for character in String(decoding: bytes, as: UTF8.self) {
            if !character.isWhitespace {
                text.append(character)
            } else if text.last != " ", !text.isEmpty || canBeginWithSpace {
                text.append(" ")
            }
        }
        return text
    }

    /// The beginning of the snippet: a word this many bytes before an offset.
    private static func start(_ bytes: [UInt8], _ bodyStart: Int, _ offset: Int, _ before: Int) -> Int {
        var start = max(bodyStart, offset - before)
        guard start > bodyStart else { return bodyStart }
        let space = bytes[start..<offset].firstIndex { $0 == 0x20 || $0 == 0x0A }
        if let space { return space + 1 }
        while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
        return start
    }

    private static func end(_ bytes: [UInt8], _ offset: Int, _ after: Int) -> Int {
        var end = min(bytes.count, offset + after)
        guard end < bytes.count else { return end }
        if let space = bytes[offset..<end].lastIndex(where: { $0 == 0x20 || $0 == 0x0A }), space > offset {
            return space
        }
        while end > offset, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}

/// A line with matches.
package struct FoundLine: Hashable, Sendable {
    /// The position of the first match on the line.
    package let position: TextPosition
    /// The line without its end.
    package let text: String
    /// The matches, as offsets of the text's UTF-8.
    package let ranges: [Range<Int>]
}

extension FoundLine {
    /// The lines where some sorted ranges of a file begin.
    static func all(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> [FoundLine] {
        var lines: [FoundLine] = []
        var (number, start) = (1, 0)
        var rest = ranges[...]
        while let first = rest.first, start < bytes.count {
            let line = Line(at: start, in: bytes)
            let here = rest.prefix { $0.lowerBound < line.end }
            if !here.isEmpty {
                let points = bytes[start..<first.lowerBound].count { $0 & 0xC0 != 0x80 }
                lines.append(
                    FoundLine(
                        position: TextPosition(line: number, column: points + 1),
                        text: String(decoding: bytes[line.content], as: UTF8.self),
                        ranges: here.map {
                            min($0.lowerBound, line.content.upperBound) - start..<min(
                                $0.upperBound, line.content.upperBound) - start
                        }))
                rest = rest.dropFirst(here.count)
            }
            (number, start) = (number + 1, line.end)
        }
        return lines
    }
}
