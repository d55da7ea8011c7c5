import NotebookBundle

/// The verb ‘outline’.
struct OutlineCommand: Command {
    static let verb = Verb(
        "outline", "List the headings of an item with line numbers",
        parameters: [Common.notebook, Common.item, Common.noPager, Common.json] + Common.reading,
        examples: [("outline Recipes \"Apple pie\"", "the headings, indented by level")],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let headings: [HeadingRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let item = try snapshot.listing.item(arguments[Common.item])
            guard let bytes = try snapshot.content(of: item.path) else {
                throw NotebookError.gone(item.path)
            }
            let outline = try Draft.item(bytes, item.path).outline
            if arguments[Common.json] {
                let rows = outline.map {
                    HeadingRow(level: $0.level, text: $0.text, line: $0.line, anchor: $0.anchor)
                }
                try session.printJSON(Answer(headings: rows))
            } else {
                if outline.isEmpty { try session.reportNothing("no headings") }
                let width = outline.map { "\($0.line)".count }.max() ?? 0
                for heading in outline {
                    let line = String(repeating: " ", count: width - "\(heading.line)".count) + "\(heading.line)"
                    let indent = String(repeating: "  ", count: heading.depth)
                    try session.printRow(
                        "\(session.style(line, .dim))  \(indent)\(PrintableText.escaped(item.shown(heading.text)))",
                        wrappedWith: width + 2 + indent.count)
                }
            }
            return .success
        }
    }
}

/// A heading in the answer.
private struct HeadingRow: JSONRow {
    let level: Int
    let text: String
    let line: Int
    let anchor: String
}
