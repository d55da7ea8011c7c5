/// The fenced code blocks of a Markdown text that has them at the beginning of lines.
struct Fences {
    struct Block {
        let language: String
        let content: String
    }

    private enum Part {
        case text(String)
        case block(Block)
    }

    private var parts: [Part] = []

    init(_ text: String) {
        var language: String?
        var content = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
        {
            if let open = language, line == "```" {
                parts.append(.block(Block(language: open, content: content)))
                (language, content) = (nil, "")
            } else if language == nil, line.hasPrefix("```") {
                parts.append(.text(content))
                (language, content) = (String(line.dropFirst(3)), "")
            } else {
                content += line + "\n"
            }
        }
        parts.append(.text(content))
    }

    var blocks: [Block] {
        parts.compactMap { part in
            guard case .block(let block) = part else { return nil }
            return block
        }
    }

    /// The text with other content in the blocks of a language.
    func replacing(_ language: String, _ replacement: (String) throws -> String) rethrows -> String {
        try parts.map { part in
            switch part {
            case .text(let text): return text
            case .block(let block):
                let content = block.language == language ? try replacement(block.content) : block.content
                return "```\(block.language)\n\(content)```\n"
            }
        }
        .joined()
    }
}
