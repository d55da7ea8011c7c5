/// A block of Markdown in construction.
struct MarkdownBlockText {
    enum Kind {
        case paragraph
        case list(isOrdered: Bool, start: Int, items: [Item])
        case other
    }

    /// An item of a list.
    struct Item {
        /// Whether it is a task, and done.
        var task: Bool?
        var blocks: [MarkdownBlockText]
    }

    let kind: Kind
    /// The lines; empty for a list.
    var lines: [String] = []

    static func paragraph(_ lines: [String]) -> MarkdownBlockText { .init(kind: .paragraph, lines: lines) }
    static func other(_ lines: [String]) -> MarkdownBlockText { .init(kind: .other, lines: lines) }
    static func list(isOrdered: Bool, start: Int = 1, _ items: [Item]) -> MarkdownBlockText {
        .init(kind: .list(isOrdered: isOrdered, start: start, items: items))
    }

    var isParagraph: Bool { if case .paragraph = kind { true } else { false } }
    var isList: Bool { if case .list = kind { true } else { false } }

    /// The lines of blocks, with blank lines between them.
    static func lines(of blocks: [MarkdownBlockText], isTight: Bool = false) -> [String] {
        var output: [String] = []
        var previous: (isOrdered: Bool, isSecond: Bool)?
        for (index, block) in blocks.enumerated() {
            var lines = block.lines
            if case .list(let isOrdered, let start, let items) = block.kind {
                // Another list right after one of the same kind gets the other marker.
                let isSecond = previous.map { $0.isOrdered == isOrdered && !$0.isSecond } ?? false
                lines = Self.lines(of: items, isOrdered, start, isSecond)
                previous = (isOrdered, isSecond)
            } else {
                previous = nil
            }
            let isText = index > 0 && blocks[index - 1].isParagraph
            let wouldBeText = isText && (lines.first.map { MarkdownEscapes.interruptsNoParagraph($0) } ?? false)
            if !output.isEmpty, !(isTight && block.isList) || wouldBeText { output.append("") }
            output += lines
        }
        return output
    }

    private static func lines(of items: [Item], _ isOrdered: Bool, _ start: Int, _ isSecond: Bool) -> [String] {
        let isTight = items.allSatisfy { $0.isTight }
        var output: [String] = []
        for (index, item) in items.enumerated() {
            let mark = isOrdered ? "\(start + index)\(isSecond ? ")" : ".")" : isSecond ? "*" : "-"
            let indentation = String(repeating: " ", count: mark.count + 1)
            var blocks = item.blocks
            if let isDone = item.task {
                let box = isDone ? "[x]" : "[ ]"
                if let first = blocks.first, first.isParagraph, let line = first.lines.first {
                    blocks[0].lines[0] = line.isEmpty ? box : "\(box) \(line)"
                } else {
                    blocks.insert(.paragraph([box]), at: 0)
                }
            }
            if index > 0, !isTight { output.append("") }
            for (number, line) in lines(of: blocks, isTight: item.isTight).enumerated() {
                output.append(number == 0 ? "\(mark) \(line)" : line.isEmpty ? "" : indentation + line)
            }
            if blocks.isEmpty { output.append(mark) }
        }
        return output
    }
}

extension MarkdownBlockText.Item {
    /// Whether there is nothing but a paragraph and lists.
    var isTight: Bool {
        let rest = blocks.first?.isParagraph == true ? blocks.dropFirst() : blocks[...]
        return rest.allSatisfy { block in
            guard case .list(_, _, let items) = block.kind else { return false }
            return items.allSatisfy(\.isTight)
        }
    }
}
