import NotebookMarkdown

/// The tasks and tables of a text, as readers of Markdown find them.
struct MarkdownCounts {
    private(set) var tasks = 0
    private(set) var tables = 0

    init(_ document: MarkdownDocument) {
        tasks = document.tasks().count
        for block in document.tree(withTables: true) { count(block) }
    }

    private mutating func count(_ block: MarkdownBlock) {
        switch block.content {
        case .blockQuote(let blocks): for block in blocks { count(block) }
        case .list(let list):
            for item in list.items {
                for block in item.blocks { count(block) }
            }
        case .table: tables += 1
        case .html(let text): tables += text.lowercased().ranges(of: "<table").count
        case .paragraph, .heading, .thematicBreak, .indentedCode, .fencedCode: break
        }
    }
}
