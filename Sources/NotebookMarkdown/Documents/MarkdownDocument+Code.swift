extension MarkdownDocument {
    /// The ranges of code blocks and of code within lines, in the order of the text.
    package var allCodeRanges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        func collect(_ inlines: [MarkdownInline]) {
            for inline in inlines {
                switch inline.content {
                case .code: ranges.append(inline.range)
                case .emphasis(let inner), .strong(let inner), .link(_, let inner): collect(inner)
                default: break
                }
            }
        }
        func collect(_ blocks: [MarkdownBlock]) {
            for block in blocks {
                switch block.content {
                case .paragraph(let inlines), .heading(_, let inlines): collect(inlines)
                case .blockQuote(let blocks): collect(blocks)
                case .list(let list): for item in list.items { collect(item.blocks) }
                case .table(let table): table.rows.joined().forEach { collect($0) }
                case .indentedCode, .fencedCode: ranges.append(block.range)
                case .thematicBreak, .html: break
                }
            }
        }
        collect(tree())
        return ranges
    }
}
