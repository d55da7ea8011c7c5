import NotebookBundle
import NotebookFormat

/// The verb ‘show’.
struct ShowCommand: Command {
    private static let raw = Flag("raw", "Print the file as it is")
    private static let body = Flag("body", "Print the text without front matter")
    private static let trash = Flag("trash", "Look in the trash")

    static let verb = Verb(
        "show", "Show one item, rendered for the terminal",
        parameters: [Common.notebook, Common.item, raw, body, trash, Common.json] + Common.reading,
        examples: [
            ("show Recipes \"Apple pie\"", "the note, to be read"),
            ("show Recipes \"Apple pie\" --body | wc -w", "its text for other programs"),
        ],
        statuses: [.finding: "no item or several match"]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let item: ItemRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.raw, Self.body, Common.json])
        return try NotebookOpener(arguments, session).read { files in
            let item = try Notebook(files).item(arguments[Common.item], inTrash: arguments[Self.trash])
            guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
                throw NotebookError.gone(item.path)
            }
            if arguments[Self.raw] {
                try session.write(bytes)
                return .success
            }
            let file = try Draft.item(bytes, item.path)
            if arguments[Self.body] {
                try session.write(Array(file.body))
            } else if arguments[Common.json] {
                try session.printJSON(Answer(item: ItemRow(item, file)))
            } else {
                try show(item, file)
            }
            return .success
        }
    }
}

extension ShowCommand {
    private func show(_ item: Item, _ file: ItemFile) throws {
        let renderer = MarkdownRenderer(session.style, width: min(session.terminal.width, 100))
        try session.print(session.style(PrintableText.escaped(item.title), .bold))
        let tags = item.tags.map { "#" + PrintableText.escaped($0.text) }.joined(separator: " ")
        let facts = [
            PrintableText.escaped(item.path.text), "created \(session.date(item.created))",
            "modified \(session.date(item.modified))", item.isPinned ? "pinned" : "", tags,
        ]
        try session.print(session.style(facts.filter { !$0.isEmpty }.joined(separator: " · "), .dim) + "\n")
        guard item.type == .card else { return try show(renderer, file.bytes, file.bodyStart..<file.bytes.count) }
        let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
        try show(renderer, file.bytes, sides.front)
        guard let back = sides.back, !back.isEmpty else { return }
        let rule = String(repeating: "─", count: min(session.terminal.width, 40))
        try session.print("\n" + session.style(rule, .dim) + "\n")
        try show(renderer, file.bytes, back)
    }

    private func show(_ renderer: MarkdownRenderer, _ bytes: [UInt8], _ range: Range<Int>) throws {
        for line in renderer.lines(MarkdownDocument(bytes, in: range)) { try session.print(line) }
    }
}

extension ItemRow {
    /// An item with its text.
    fileprivate init(_ item: Item, _ file: ItemFile) {
        self.init(item)
        body = String(decoding: file.body, as: UTF8.self)
        guard item.type == .card else { return }
        let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
        front = String(decoding: file.bytes[sides.front], as: UTF8.self)
        back = sides.back.map { String(decoding: file.bytes[$0], as: UTF8.self) }
    }
}
