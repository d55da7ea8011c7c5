import NotebookBundle

/// The verb ‘add’.
struct AddCommand: Command {
    private static let kind = Positional("KIND", "‘note’ or ‘card’", kind: .words(["note", "card"]))
    private static let title = Option("title", "TITLE", "The title (default: the first line)")
    private static let folder = Option.path("folder", "FOLDER", "The folder, created if it is missing", kind: .folder)
    private static let tag = TagOption.option("tag", "Add a tag; can be repeated", isNew: true)
    private static let pin = Flag("pin", "Pin it to the top of lists")
    private static let body = Option(
        "body", "TEXT", "The text; without TEXT, or with ‘-’, reads it from standard input, with its front matter",
        valueIfAbsent: "-")
    private static let file = Option.path(
        "file", "FILE", "Read the text from a file, with its front matter")
    private static let front = Option("front", "TEXT", "The front of a card")
    private static let back = Option("back", "TEXT", "The back of a card")
    private static let edit = Flag("edit", "Open it in the editor")

    static let verb = Verb(
        "add", "Add a note or a card, and print its path and uuid",
        details: """
            Text on standard input, from a pipe or a file, becomes the text of the item, or the side of a card that no option
            gives. Without text, on a terminal, opens the editor ($VISUAL or $EDITOR); the first save adds the item, and if you
            write nothing, nothing is added. ‘bundle new --help’ describes templates; templates for cards are cards.
            """,
        parameters: [
            Common.bundle, kind, title, folder, tag, pin, body, file, front, back, TemplateOption.option, edit,
            Common.json,
        ] + Common.locking,
        examples: [
            (
                "add Recipes note --title \"Apple pie\" --folder Desserts --tag baking --body \"Peel the apples.\"",
                "adds notes/Desserts/Apple pie.md"
            ),
            ("add Recipes card --front \"What does al dente mean?\" --back \"To the tooth\"", "adds a card"),
            ("add Recipes note < pie.txt", "reads the text from standard input"),
            ("add Recipes note --template Meeting --title \"Menu for the party\"", "opens a new note from a template"),
        ]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard let type = ["note": FileType.note, "card": .card][arguments[Self.kind]] else {
            throw UsageError.missing("KIND")
        }
        try arguments.requireAtMostOne(of: [Self.body, Self.file])
        try arguments.requireAtMostOne(of: [Self.file, Self.front])
        let hasSides = arguments[Self.front] != nil || arguments[Self.back] != nil
        if hasSides, type == .note { throw UsageError.conflict("only cards have a front and a back") }
        if hasSides, arguments[Self.body] != nil {
            throw UsageError.conflict("--body and --front or --back cannot be combined")
        }
        let template = arguments[TemplateOption.option]
        if hasSides || arguments[Self.file] != nil, template != nil {
            throw UsageError.conflict("--template cannot be combined with --file, --front and --back")
        }
        let notebook = try NotebookOpener(arguments, session).directory()
        let given = try givenText(hasSides: hasSides)
        var text = given ?? []
        var missing: String?
        if hasSides {
            let sides = [arguments[Self.front], arguments[Self.back]].map { $0.map { Array($0.utf8) } }
            let rest =
                try session.terminal.inputIsText && sides.contains { $0 == nil } ? GivenText.standardInput(session) : []
            missing = rest.isEmpty ? zip(["front", "back"], sides).first { $0.1 == nil }?.0 : nil
            text = CardBody.text(front: sides[0] ?? rest, back: sides[1] ?? rest)
            // A card with gaps needs no back.
            if sides[0] != nil, let file = try? ItemFile(text), !StudyCard(file).sides.isEmpty { missing = nil }
        }
        let hasText = hasSides ? missing == nil : given != nil
        let opensEditor = arguments[Self.edit] || !hasText && session.terminal.inputIsTerminal
        let isForgotten = given == nil || arguments[Self.body] == "-"
        if opensEditor {
            if text.isEmpty, type == .card, template == nil { text = CardBody.text(front: [], back: []) }
        } else if let missing {
            throw NothingToRead(use: .side(missing))
        } else if text.isEmpty, template == nil, isForgotten, type == .card || arguments[Self.title] == nil {
            throw NothingToRead(use: .add)
        }
        let file = arguments[Self.file].flatMap { $0 == "-" ? nil : session.displayed(session.absolute($0)) }
        let isTyped = hasSides || arguments[Self.body] != nil && arguments[Self.body] != "-"
        let source = file ?? (isTyped ? "the text" : SystemError.standardInput)
        let item = try TemplateOption.item(
            type, arguments, session, in: notebook, text: text, title: arguments[Self.title],
            fallback: type == .card ? "New Card" : "New Note", source: source, isFile: !isTyped)
        if opensEditor {
            let isGiven = given != nil || arguments[Self.title] != nil || hasSides && missing == nil
            return try openEditor(item, isGiven: isGiven, in: notebook)
        }
        let edit = try notebook.edit { draft in
            let item = try add(item, to: &draft)
            return (item: item, before: draft.listing.manifest, after: draft.manifest)
        }
        if let path = arguments[Self.file], path != "-", let given {
            UnsavedFiles(session).recordSaved(session.absolute(path), given, in: notebook)
        }
        let status = try Editing(arguments, session).report(edit, [edit.result.item])
        try LinkNotes(session).reportShared(
            [edit.result.item.path], from: edit.result.before, to: edit.result.after, in: notebook)
        return status
    }

    /// Lets the user write the item; it is added when the editor saves for the first time.
    ///
    /// - Parameter isGiven: Whether the command line says enough for an item.
    private func openEditor(_ item: NewItem, isGiven: Bool, in notebook: Notebook) throws -> ExitStatus {
        let (title, type) = (item.title, item.type)
        let made = ItemEditing.New(
            start: item.source?.bytes ?? [], name: title ?? "new \(type.rawValue)",
            cursor: item.cursor.map { $0 + (item.source?.bodyStart ?? 0) }, type: type, isWanted: isGiven,
            followsFirstLine: title == nil && type == .note
        ) { draft, typed in
            var new = try GivenText.item(type, typed, from: "the text")
            new.title = arguments[Self.title] ?? new.title ?? title
            return try add(new, to: &draft)
        }
        return try ItemEditing(arguments, session).add(made, in: notebook)
    }

    /// Adds the item as the command line asks.
    private func add(_ item: NewItem, to draft: inout Draft) throws -> Item {
        var new = item
        new.folder = try draft.folder(arguments[Self.folder] ?? "")
        new.tags += arguments.all(Self.tag)
        new.isPinned = new.isPinned || arguments[Self.pin]
        return try draft.add(new)
    }
}

extension AddCommand {
    /// The text from an option or a file; `nil` if there is none.
    private func givenText(hasSides: Bool) throws -> [UInt8]? {
        if let text = try GivenText.of(arguments[Self.body], session) { return text }
        if let path = arguments[Self.file] {
            guard path != "-" else { return try GivenText.standardInput(session) }
            let text = try ExternalFiles(session).read(path, limit: ItemFile.maximumBytes)
            return try GivenText.checked(text, from: session.displayed(session.absolute(path)))
        }
        guard !hasSides, session.terminal.inputIsText, !arguments[Self.edit] else { return nil }
        let text = try GivenText.standardInput(session)
        return text.isEmpty ? nil : text
    }
}
