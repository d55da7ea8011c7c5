import NotebookText

/// The parts of a text that links name: its sections and its named blocks (Format, clause 21.4).
package struct MarkdownPassages: Sendable {
    /// The places within the text.
    package let anchors: MarkdownAnchors
    /// The sections by the fragments of their headings: up to the next heading that is not below it.
    private var sections: [String: Range<Int>] = [:]
    /// The named blocks by the keys of their names.
    private var blocks: [ComparisonKey: Range<Int>] = [:]

    /// Finds the passages of a text, outside comments.
    package init(_ document: MarkdownDocument) {
        anchors = document.anchors()
        findSections(document.headings(), end: document.bytes.count)
        findBlocks(document)
    }

    /// The section of a heading, by its fragment.
    package func section(_ fragment: String) -> Range<Int>? { sections[fragment] }

    /// The block with a name, without `^`.
    package func block(_ name: some StringProtocol) -> Range<Int>? { blocks[ComparisonKey(name)] }

    private mutating func findSections(_ headings: [MarkdownHeading], end: Int) {
        var fragments = MarkdownAnchors()
        var open: [(level: Int, fragment: String, start: Int)] = []
        for heading in headings {
            while let last = open.last, last.level >= heading.level {
                sections[last.fragment] = last.start..<heading.range.lowerBound
                open.removeLast()
            }
            open.append(
                (heading.level, fragments.addHeading(heading.text, level: heading.level), heading.range.lowerBound))
        }
        for section in open { sections[section.fragment] = section.start..<end }
    }

    private mutating func findBlocks(_ document: MarkdownDocument) {
        let (bytes, nodes) = (document.bytes, document.blocks.nodes)
        guard bytes.contains(UInt8(ascii: "^")) else { return }
        var comments = document.comments()[...]
        var parents: [Int] = []
        for (index, node) in nodes.enumerated() {
            parents.removeAll { nodes[$0].next <= index && nodes[$0].next > 0 }
            defer { if node.kind.isContainer { parents.append(index) } }
            comments = comments.drop { $0.upperBound <= node.range.lowerBound }
            if let comment = comments.first, comment.lowerBound <= node.range.lowerBound { continue }
            switch node.kind {
            case .paragraph, .heading: break
            default: continue
            }
            guard let name = Self.name(bytes[node.range]), blocks[name.key] == nil else { continue }
            if !name.isAlone {
                // With the mark of the item or quotation that it begins.
                let parent = parents.last.flatMap { $0 == index - 1 ? nodes[$0] : nil }
                blocks[name.key] = (parent ?? node).range.lowerBound..<node.range.upperBound
            } else if parents.isEmpty, let before = Self.sibling(before: index, nodes) {
                // A name alone is that of the block before it, such as a table.
                blocks[name.key] = nodes[before].range
            }
        }
    }

    /// The name at the end of a block, and whether there is nothing else.
    private static func name(_ source: ArraySlice<UInt8>) -> (key: ComparisonKey, isAlone: Bool)? {
        let text = source.prefix(upTo: source.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? source.startIndex)
        let start = text.lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? text.startIndex
        guard text[start...].first == UInt8(ascii: "^"), text.endIndex > start + 1 else { return nil }
        return (ComparisonKey(String(decoding: text[(start + 1)...], as: UTF8.self)), start == text.startIndex)
    }

    /// The outermost block before another one.
    private static func sibling(before index: Int, _ nodes: [BlockNode]) -> Int? {
        var (before, next) = (Int?.none, 0)
        while next < index {
            before = next
            next = max(next + 1, nodes[next].next)
        }
        return before
    }
}
