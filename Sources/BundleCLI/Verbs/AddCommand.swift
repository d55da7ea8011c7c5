import NotebookBundle
import NotebookFormat

/// The verb ‘add’.
enum AddCommand {
    private static let kind = Positional("KIND", "‘note’ or ‘card’")
    private static let title = Option("title", "TITLE", "The title (default: the first line)")
    private static let folder = Option.path("folder", "FOLDER", "The folder, created if it is missing")
    private static let tag = Option("tag", "TAG", "Add a tag; can be repeated") { Tag($0) }
    private static let pin = Flag("pin", "Pin it to the top of lists")
    private static let body = Option(
        "body", "TEXT", "The text; without TEXT, or with ‘-’, reads it from standard input", valueIfAbsent: "-")
    private static let file = Option.path(
        "file", "FILE", "Read the text from a file, with its front matter")
    private static let front = Option("front", "TEXT", "The front of a card")
    private static let back = Option("back", "TEXT", "The back of a card")
    fileprivate static let edit = Flag("edit", "Open it in the editor")

    static let verb = Verb(
        "add", "Add a note or a card, and print its path and uuid",
        details: """
            Text on standard input, from a pipe or a file, becomes the text of the item, or the side of a card that no option
            gives. Without text, on a terminal, the editor ($VISUAL or $EDITOR) opens.
            """,
        parameters: [Common.bundle, kind, title, folder, tag, pin, body, file, front, back, edit, Common.json]
            + Common.locking,
        examples: [
            (
                "add Recipes note --title \"Apple pie\" --folder Desserts --tag baking --body \"Peel the apples.\"",
                "adds notes/Desserts/Apple pie.md"
            ),
            ("add Recipes card --front \"What does al dente mean?\" --back \"To the tooth\"", "adds a card"),
            ("add Recipes note < pie.txt", "takes the text from standard input"),
        ]
    ) { arguments, session in
        guard let type = ["note": FileType.note, "card": .card][arguments[kind]] else {
            throw UsageError.badValue("KIND", arguments[kind])
        }
        try arguments.requireAtMostOne(of: [body, file])
        try arguments.requireAtMostOne(of: [file, front])
        let hasSides = arguments[front] != nil || arguments[back] != nil
        if hasSides, type == .note { throw UsageError.conflict("only cards have a front and a back") }
        if hasSides, arguments[body] != nil {
            throw UsageError.conflict("--body and --front or --back cannot be combined")
        }
        let directory = try session.bundle(arguments)
        let given = try session.text(of: arguments, body: body, file: file, hasSides: hasSides)
        var text = given ?? []
        if hasSides {
            let sides = [arguments[front], arguments[back]].map { $0.map { Array($0.utf8) } }
            let rest = try session.terminal.inputIsText && sides.contains { $0 == nil } ? session.readInput() : []
            text = CardBody.text(front: sides[0] ?? rest, back: sides[1] ?? rest)
        }
        let opensEditor = arguments[edit] || given == nil && !hasSides && session.terminal.inputIsTerminal
        if opensEditor {
            let template = text.isEmpty && type == .card ? CardBody.text(front: [], back: []) : text
            text = try session.editText(template, name: arguments[title] ?? "new \(type.rawValue)")
        }
        let edit = try directory.edit { draft in
            var new = try NewItem(type, text: text)
            new.title = arguments[title] ?? new.title
            new.folder = try draft.folder(arguments[folder] ?? "")
            new.tags += arguments.all(tag)
            new.isPinned = new.isPinned || arguments[pin]
            let item = try draft.add(new)
            return (item: item, manifest: draft.manifest)
        }
        let status = try session.report(edit, [edit.result.item], arguments)
        try session.tellShared([edit.result.item.path], in: edit.result.manifest)
        return status
    }
}

extension Session {
    /// The text that was given with an option or a file; `nil` if none was.
    fileprivate func text(
        of arguments: Arguments, body: Option<String>, file: Option<String>, hasSides: Bool
    ) throws -> [UInt8]? {
        if let text = try text(arguments[body]) { return text }
        if let path = arguments[file] {
            return path == "-" ? try readInput() : try readFile(path, limit: ItemFile.maximumBytes)
        }
        guard !hasSides, terminal.inputIsText, !arguments[AddCommand.edit] else { return nil }
        let text = try readInput()
        return text.isEmpty ? nil : text
    }

    /// Tells about items that were changed, their paths and uuids, and about links that could not be kept.
    @discardableResult
    func report<Result>(_ edit: EditResult<Result>, _ items: [Item], _ arguments: Arguments) throws -> ExitStatus {
        try tell(edit.recovery)
        try tell(edit.commit)
        try tell(edit.links)
        if arguments[Common.json] {
            try print(Output(items: items.map(Output.ItemOutput.init), unkept: Output.unkept(edit.links)))
        } else {
            for item in items {
                let identity = item.uuid.map { "  " + style($0.description, .dim) } ?? ""
                try print(PrintableText.escaped(item.path.text) + identity)
            }
        }
        return Self.status(of: edit.links)
    }

    /// Tells what a person should know about a change that was saved.
    func tell(_ commit: Commit?) throws {
        for conflict in commit?.conflicts ?? [] {
            try note("note: a text that somebody else wrote meanwhile is kept as \(conflict)")
        }
        if let error = commit?.unfinished {
            try note(
                "note: the change is saved, but completing it was interrupted (\(error)); the next edit completes it")
        }
    }
}
