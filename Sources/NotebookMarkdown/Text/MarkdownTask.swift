import NotebookText

/// A task: a list item that begins with a check box, `[ ]` or `[x]`, outside code and comments.
package struct MarkdownTask: Sendable {
    /// A piece of the text behind the check box, without markup.
    package struct Piece: Sendable {
        package let text: String
        /// Whether it is ordinary text: no code, address, or text of a link.
        package let isPlain: Bool
    }

    /// The character in the brackets.
    package let mark: Character
    /// The bytes of this character.
    package let markRange: Range<Int>
    /// The bytes behind the check box on its line, without spaces around them.
    package let line: Range<Int>
    /// The bytes of the paragraph, without the end of its last line.
    package let paragraph: Range<Int>
    /// The bytes of the code spans in it.
    package let code: [Range<Int>]
    /// Its text, in the order of the source.
    package let pieces: [Piece]
    /// The text of the heading above it.
    package let heading: String?
}

extension MarkdownDocument {
    /// The tasks, in the order of the source.
    package func tasks() -> [MarkdownTask] {
        let boxes = blocks.nodes.indices.compactMap { index in box(at: index).map { (index, $0) } }
        guard !boxes.isEmpty else { return [] }
        let comments = comments()
        var inlines = InlineParser(options)
        var tasks: [MarkdownTask] = []
        var heading: String?
        var next = 0
        for (index, box) in boxes {
            while next < index {
                if case .heading = blocks.nodes[next].kind {
                    inlines.parse(blocks.nodes[next], of: blocks)
                    heading = inlines.structure.plainText(softBreak: " ", hardBreak: " ")
                }
                next += 1
            }
            guard !comments.covers(box.lowerBound) else { continue }
            inlines.parse(blocks.nodes[index + 1], of: blocks)
            if let task = task(box, index + 1, inlines.structure, comments, heading) { tasks.append(task) }
        }
        return tasks
    }

    /// The bytes of a check box at the beginning of the list item at an index, if it has one.
    private func box(at index: Int) -> Range<Int>? {
        let nodes = blocks.nodes
        guard nodes[index].kind.isItem, index + 1 < nodes[index].next, nodes[index + 1].kind.isParagraph,
            !nodes[index + 1].followsDefinition, let first = nodes[index + 1].lines.first
        else { return nil }
        let line = blocks.lines[first].range
        guard line.count >= 3, bytes[line.lowerBound] == UInt8(ascii: "[") else { return nil }
        // The mark is one character, perhaps of several bytes.
        guard let close = bytes[line.dropFirst(2)].prefix(32).firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let mark = String(decoding: bytes[line.lowerBound + 1..<close], as: UTF8.self)
        guard mark.count == 1, mark != "…" else { return nil }
        let end = close + 1
        let isAlone = end == line.upperBound && nodes[index + 1].lines.count == 1
        return isAlone || end < line.upperBound && Line.isBlank(bytes[end]) ? line.lowerBound..<end : nil
    }

    private func task(
        _ box: Range<Int>, _ index: Int, _ structure: InlineStructure, _ comments: [Range<Int>], _ heading: String?
    ) -> MarkdownTask? {
        // A reference link with this label is no check box.
        guard structure.tokens.first?.kind != .linkStart else { return nil }
        // Nor is one whose mark is markup.
        for token in structure.tokens where structure.content.source(of: token.range).lowerBound < box.upperBound {
            switch token.kind {
            case .text: continue
            case .delimiters:
                let run = structure.delimiters[token.detail]
                guard run.remaining == token.range.count else { return nil }
            default: return nil
            }
        }
        let lines = blocks.lines[blocks.nodes[index].lines]
        guard let first = lines.first, let last = lines.last else { return nil }
        var pieces: [MarkdownTask.Piece] = []
        var code: [Range<Int>] = []
        var depth = 0
        func add(_ text: String, isPlain: Bool) {
            guard let last = pieces.last, last.isPlain == isPlain else {
                return pieces.append(MarkdownTask.Piece(text: text, isPlain: isPlain))
            }
            pieces[pieces.count - 1] = MarkdownTask.Piece(text: last.text + text, isPlain: isPlain)
        }
        for token in structure.tokens {
            let source = structure.content.source(of: token.range)
            guard source.upperBound > box.upperBound else { continue }
            if token.kind == .code { code.append(source) }
            if token.kind == .text {
                let shown = max(source.lowerBound, box.upperBound)..<source.upperBound
                let text =
                    comments.isEmpty
                    ? Array(bytes[shown])
                    : bytes[shown].indices.compactMap { offset in
                        comments.covers(offset) ? nil : bytes[offset]
                    }
                if !text.isEmpty { add(MarkdownText.plain(text[...]), isPlain: depth == 0) }
                continue
            }
            if comments.covers(source.lowerBound) { continue }
            switch token.kind {
            case .text: break
            case .escape, .reference: add(structure.text(of: token), isPlain: depth == 0)
            case .softBreak, .hardBreak: add(" ", isPlain: true)
            case .code, .autolink, .emailAutolink: add(structure.text(of: token), isPlain: false)
            case .delimiters:
                let run = structure.delimiters[token.detail]
                let sign = Character(Unicode.Scalar(run.character))
                if run.remaining > 0 { add(String(repeating: sign, count: run.remaining), isPlain: depth == 0) }
            case .linkStart: depth += 1
            case .linkEnd: depth -= 1
            case .wikiLink:
                add(structure.value(of: structure.wikiLinks[token.detail]).text, isPlain: false)
            case .html: break
            }
        }
        let end = max(first.range.trimmed(in: bytes).upperBound, box.upperBound)
        let start = bytes.skippingBlanks(from: box.upperBound, before: first.range.upperBound)
        let mark = box.lowerBound + 1..<box.upperBound - 1
        return MarkdownTask(
            mark: Character(MarkdownText.plain(bytes[mark])), markRange: mark, line: min(start, end)..<end,
            paragraph: first.range.lowerBound..<max(last.range.trimmed(in: bytes).upperBound, end), code: code,
            pieces: pieces, heading: heading)
    }
}

extension [Range<Int>] {
    /// Whether one of these ranges, which are sorted and do not overlap, contains an offset.
    fileprivate func covers(_ offset: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].contains(offset)
    }
}

extension MarkdownDocument {
    /// The kinds of list marker with which the outermost blocks begin and end; `nil` for other blocks.
    package var outerLists: (first: UInt8?, last: UInt8?) {
        func marker(_ index: Int) -> UInt8? {
            guard blocks.nodes.indices.contains(index), case .list(let marker) = blocks.nodes[index].kind else {
                return nil
            }
            return marker.character
        }
        var (index, last) = (0, 0)
        while index < blocks.nodes.count { (last, index) = (index, max(index + 1, blocks.nodes[index].next)) }
        return (marker(0), marker(last))
    }

    /// The place for another task: behind the last list of tasks that is in no other block.
    package struct TaskPlace: Sendable {
        /// The end of the list.
        package let offset: Int
        /// The marker of the next item, with the spaces before it.
        package let marker: String
    }

    /// The place for another task among those in a range; `nil` without a list of tasks there.
    package func placeForTask(in range: Range<Int>) -> TaskPlace? {
        let tasks = Set(tasks().map(\.markRange.lowerBound))
        var place: TaskPlace?
        var index = 0
        while index < blocks.nodes.count {
            let list = blocks.nodes[index]
            defer { index = list.next }
            guard list.kind.isList, range.contains(list.range.lowerBound) else { continue }
            var item = index + 1
            var (last, isTaskList) = (item, false)
            while item < list.next {
                if let box = box(at: item), tasks.contains(box.lowerBound + 1) { isTaskList = true }
                last = item
                item = blocks.nodes[item].next
            }
            guard isTaskList else { continue }
            place = TaskPlace(offset: list.range.upperBound, marker: marker(after: blocks.nodes[last].range))
        }
        return place
    }

    /// The marker of the item after another one, in the same column.
    private func marker(after item: Range<Int>) -> String {
        let indentation = bytes[..<item.lowerBound].reversed().prefix(while: Line.isBlank).reversed()
        let digits = bytes[item].prefix(while: ASCII.isDigit)
        guard !digits.isEmpty, let number = Int(String(decoding: digits, as: UTF8.self)) else {
            return String(decoding: indentation + bytes[item].prefix(1), as: UTF8.self)
        }
        let delimiter = String(decoding: bytes[item].dropFirst(digits.count).prefix(1), as: UTF8.self)
        return String(decoding: indentation, as: UTF8.self) + "\(number + 1)" + delimiter
    }
}
