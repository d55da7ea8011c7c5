package import NotebookFormat
package import NotebookText

/// Merges the texts of two notes, or of two cards, so that both keep their meaning.
///
/// The second text is added after the first; with cards, each side after the other's. An open block at the end of the
/// first text is closed, and labels of link references and footnotes that both have are renamed in the second. The
/// result is parsed again: it must have the blocks and links of both, and no others.
package struct TextJoining {
    private let first: ItemFile
    private let isCard: Bool
    private let lineEnd: [UInt8]

    /// Makes the value for an item.
    package init(behind first: ItemFile, isCard: Bool) {
        self.first = first
        self.isCard = isCard
        lineEnd = Line.lineEnd(of: first.bytes)
    }

    /// Returns the first item with both texts.
    ///
    /// Its own lines stay unchanged, and the added ones get its line ends.
    ///
    /// - Throws: `JoiningProblem` if the first text would swallow the text after it.
    package func joining(_ second: ItemFile) throws(JoiningProblem) -> ItemFile {
        if let comment = first.openComment, first.bytes[comment] == UInt8(ascii: "%") {
            // On a card, the second front would be in it.
            guard !isCard, let closed = try? first.setting(body: first.body + lineEnd + "%%".utf8 + lineEnd),
                closed.openComment == nil
            else { throw JoiningProblem(position: TextPosition(of: comment, in: first.bytes)) }
            return try TextJoining(behind: closed, isCard: isCard).joining(second)
        }
        let second = withLineEnds(second)
        for renamed in LabelRenaming(in: second, besides: first).attempts() {
            let parts = TextParts(renamed, isCard: isCard)
            guard parts.hasLinks(of: TextParts(second, isCard: isCard)) else { continue }
            let wanted = TextParts(first, isCard: isCard).followed(by: parts)
            let sides = isCard ? CardBody(renamed.bytes, bodyStart: renamed.bodyStart) : nil
            let front = Array(renamed.bytes[sides?.front ?? (renamed.bodyStart..<renamed.bytes.count)])
            let back = sides?.back.map { Array(renamed.bytes[$0]) } ?? []
            for mergedHeading in mergedHeadings() {
                let body =
                    isCard
                    ? joined(front, back, mergedHeading) : appended(front, to: Array(first.body), mergedHeading.front)
                guard let item = try? first.setting(body: body), TextParts(item, isCard: isCard) == wanted else {
                    continue
                }
                return item
            }
        }
        throw JoiningProblem(position: TextParts(first, isCard: isCard).lastBlock)
    }

    /// The text between the two texts of each side: empty, or whatever closes a block.
    private typealias Joint = (front: [UInt8], back: [UInt8])

    private func mergedHeadings() -> [Joint] {
        let closers = TextParts(first, isCard: isCard).closers
        guard isCard else { return closers.back.map { ($0, []) } }
        return closers.front.flatMap { front in closers.back.map { (front, $0) } }
    }

    private func joined(_ front: [UInt8], _ back: [UInt8], _ mergedHeading: Joint) -> [UInt8] {
        let sides = CardBody(first.bytes, bodyStart: first.bodyStart)
        let head = Array(first.bytes[first.bodyStart..<sides.front.upperBound])
        var body = appended(front, to: head, mergedHeading.front)
        if sides.back != nil {
            let rest = first.bytes[sides.front.upperBound...]
            let isSeparate = body.isEmpty || Line(at: 0, in: Array(rest)).isBlank(in: Array(rest))
            body += (isSeparate ? [] : lineEnd) + rest
        } else if !back.isEmpty {
            body = appended(Array("---".utf8), to: body, [])
        }
        return appended(back, to: body, mergedHeading.back)
    }

    /// Appends a text to another, with an empty line between them.
    private func appended(_ text: [UInt8], to head: [UInt8], _ closer: [UInt8]) -> [UInt8] {
        let text = withoutBlankEnds(text)
        guard !text.isEmpty else { return head }
        guard let last = head.last else { return text + lineEnd }
        var output = head
        if last != 0x0A, last != 0x0D { output += lineEnd }
        if !closer.isEmpty { output += closer + lineEnd }
        if !endsInBlankLine(output) { output += lineEnd }
        return output + text + lineEnd
    }

    private func endsInBlankLine(_ text: [UInt8]) -> Bool {
        let content = text.dropLast(text.suffix(2).elementsEqual([0x0D, 0x0A]) ? 2 : 1)
        return content.reversed().prefix { $0 != 0x0A && $0 != 0x0D }.allSatisfy(Line.isBlank)
    }

    /// A text without empty lines at its beginning, and without line ends at its end.
    private func withoutBlankEnds(_ text: [UInt8]) -> [UInt8] {
        var (start, end) = (0, text.count)
        while end > 0, text[end - 1] == 0x0A || text[end - 1] == 0x0D { end -= 1 }
        while start < end {
            let line = Line(at: start, in: text)
            guard line.isBlank(in: text) else { break }
            start = line.end
        }
        return Array(text[min(start, end)..<end])
    }

    /// An item whose body has the line ends of the first.
    private func withLineEnds(_ item: ItemFile) -> ItemFile {
        var body: [UInt8] = []
        var offset = item.bodyStart
        while offset < item.bytes.count {
            let line = Line(at: offset, in: item.bytes)
            body += item.bytes[line.content] + (line.end > line.content.upperBound ? lineEnd : [])
            offset = line.end
        }
        return (try? item.setting(body: body)) ?? item
    }
}

/// A text cannot be added to another, which would swallow it.
package struct JoiningProblem: Error, Hashable, Sendable {
    /// The block of the first text that would swallow it.
    package let position: TextPosition
}
