import NotebookMarkdown
package import NotebookText

extension ItemFile {
    /// Adds a text at the beginning or the end of the body, or of a section, as a paragraph of its own.
    ///
    /// A text that begins like an item of the list beside it, like a row of the table beside it, or with a space,
    /// continues that block. Every other byte stays.
    ///
    /// - Throws: `TextProblem` if the result is not valid.
    package func adding(
        _ text: [UInt8], atStart: Bool, in section: ItemSection? = nil
    ) throws(TextProblem) -> ItemFile {
        var text = text[...]
        while text.last == 0x0A || text.last == 0x0D { text.removeLast() }
        while text.first == 0x0A || text.first == 0x0D { text.removeFirst() }
        guard !text.isEmpty else { return self }
        let range = section?.range ?? bodyStart..<bytes.count
        let lineEnd = Line.lineEnd(of: bytes)
        let (start, end) = content(of: range)
        let joins = start < end && continues(text, start..<end, atStart: atStart)
        guard start < end else {
            if section == nil { return try setting(body: text + lineEnd) }
            let before = range.lowerBound > 0 && bytes[range.lowerBound - 1] != 0x0A ? lineEnd : []
            return try replacing([(range.lowerBound..<range.lowerBound, before + lineEnd + text + lineEnd)])
        }
        if atStart {
            let gap = joins ? lineEnd : lineEnd + lineEnd
            if section == nil, layout.frontMatter == nil || bodyStart == layout.frontMatterEnd {
                return try setting(body: text + gap + bytes[start...])
            }
            let isClose = section != nil && start == range.lowerBound && !joins
            return try replacing([(start..<start, (isClose ? lineEnd : []) + text + gap)])
        }
        let isLast = range.upperBound == bytes.count
        let gap = joins ? lineEnd : lineEnd + lineEnd
        // Line ends that are there already stay.
        let known = bytes[end..<range.upperBound].count { $0 == 0x0A }
        guard isLast else { return try replacing([(end..<end, gap + text)]) }
        let missing = max(0, (joins ? 1 : 2) - known)
        let before = (0..<missing).flatMap { _ in lineEnd }
        return try replacing([(bytes.count..<bytes.count, before + text + lineEnd)])
    }

    /// Where a block or a comment begins that nothing closes, and that would contain a paragraph after the end.
    package var openBlock: Int? {
        let (document, place) = continued
        if let comment = Self.comment(of: document, around: place) { return comment }
        guard let last = document.blocks.nodes.last else { return nil }
        if case .paragraph = last.kind, last.range.lowerBound == place { return nil }
        return last.range.lowerBound
    }

    /// Where a comment begins that nothing closes.
    package var openComment: Int? {
        let (document, place) = continued
        return Self.comment(of: document, around: place)
    }

    private static func comment(of document: MarkdownDocument, around place: Int) -> Int? {
        document.comments().first { $0.contains(place) }?.lowerBound
    }

    /// The text with another paragraph, and the offset of that.
    private var continued: (document: MarkdownDocument, place: Int) {
        let text = bytes + "\n\nx\n".utf8
        return (MarkdownDocument(text, from: bodyStart), text.count - 2)
    }

    /// The range without blank lines at its beginning and white space at its end.
    private func content(of range: Range<Int>) -> (start: Int, end: Int) {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end {
            let line = Line(at: start, in: bytes)
            guard line.isBlank(in: bytes) else { break }
            start = min(line.end, end)
        }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return (start, end)
    }

    /// Whether a text continues the block beside it.
    private func continues(_ text: ArraySlice<UInt8>, _ content: Range<Int>, atStart: Bool) -> Bool {
        guard let first = text.first else { return false }
        if Line.isBlank(first) { return !atStart }
        let line: ArraySlice<UInt8>
        if atStart {
            line = bytes[content].prefix { $0 != 0x0A }
        } else {
            let begin = bytes[content].lastIndex(of: 0x0A).map { $0 + 1 } ?? content.lowerBound
            line = bytes[begin..<content.upperBound]
        }
        if first == UInt8(ascii: "|") { return line.first == first }
        let own = MarkdownDocument(Array(text)).outerLists
        let beside = MarkdownDocument(bytes, in: content).outerLists
        guard let marker = atStart ? own.last : own.first else { return false }
        return marker == (atStart ? beside.first : beside.last)
    }
}
