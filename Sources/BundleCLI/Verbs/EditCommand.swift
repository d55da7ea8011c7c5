import NotebookBundle

/// The verb ‘edit’.
struct EditCommand: Command {
    private static let title = Option(
        "title", "TITLE", "Change the title; the file keeps its name, unless that is one of conflict copies")
    private static let body = Option(
        "body", "TEXT", "Replace the text; without TEXT, or with ‘-’, reads it from standard input", valueIfAbsent: "-")
    private static let append = Option(
        "append", "TEXT", "Add a text at the end; without TEXT, or with ‘-’, reads it from standard input",
        valueIfAbsent: "-")
    private static let prepend = Option(
        "prepend", "TEXT", "Add a text at the beginning; without TEXT, or with ‘-’, reads it from standard input",
        valueIfAbsent: "-")
    private static let under = Option(
        "under", "HEADING", "With --append and --prepend: at the end or the beginning of this section")
    private static let replace = PairOption(
        "replace", "OLD", "NEW", "Replace a text that occurs exactly once; otherwise nothing is changed")
    private static let front = Option("front", "TEXT", "Change the front of a card")
    private static let back = Option("back", "TEXT", "Change the back of a card")
    private static let tag = Option(
        "tag", "±TAG", "Add a tag (+birds or birds) or remove one (-birds)", kind: .tag, hint: TagOption.hint,
        reason: TagOption.reason
    ) { TagChange($0) }
    private static let pin = Flag("pin", "Pin it")
    private static let unpin = Flag("unpin", "Unpin it")

    static let verb = Verb(
        "edit", "Edit an item, in the editor ($VISUAL or $EDITOR) or with options",
        details: """
            Each save in the editor saves the item. If the item changes while the editor is open, both versions are merged.
            Where both changed the same lines, the item keeps both between conflict markers of git once you close the editor;
            ‘resolve’ resolves them. Your text is never lost: if it cannot be saved, it is kept in a file, and the path of the
            file is printed.

            Known editors that would return at once (code, subl, gedit, kate, gvim, …) get the option that makes them wait.
            If an editor returns within 5 seconds and changed nothing, it may still be open: the status is 1, and the next
            ‘edit’ of the item saves what you typed into its file meanwhile.

            Texts of --append and --prepend become paragraphs of their own; items of a list and rows of a table continue the list
            or table beside them. Nothing is appended to a code block or a comment that is not closed.

            At a terminal, a part of a title is enough for ITEM; --title, --body, --front and --back, which replace content,
            ask first.
            """,
        parameters: [
            Common.bundle, Common.item, title, body, append, prepend, under, replace, front, back, tag, pin, unpin,
            Common.json,
        ] + Common.guarding,
        examples: [
            ("edit Recipes \"Apple pie\"", "opens it in the editor"),
            ("edit Recipes \"Apple pie\" --append < tip.txt", "adds the text of a file"),
            ("edit Recipes \"Apple pie\" --replace \"200 g\" \"250 g\"", "replaces a text that occurs once"),
            (
                "edit Recipes \"Apple pie\" --append \"Serve warm.\" --tag=+favourite --tag=-draft",
                "changes it without the editor"
            ),
        ],
        statuses: [
            .finding:
                "ITEM matches no item, or several, or the text is not valid, or a link could not be updated, or the editor may still be open"
        ], partialNames: .confirmed(with: [title, body, front, back])
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.pin, Self.unpin])
        let readers = [Self.body, Self.append, Self.prepend].filter { arguments[$0] == Session.inputWord }
        guard readers.count <= 1 else {
            let names = readers.map(\.form.key).joined(separator: " and ")
            throw UsageError.conflict("\(names) cannot both read standard input")
        }
        try arguments.requireAtMostOne(of: [Self.body, Self.replace])
        let isPlaced = arguments[Self.append] != nil || arguments[Self.prepend] != nil
        guard arguments[Self.under] == nil || isPlaced else {
            throw UsageError.conflict("--under needs --append or --prepend")
        }
        // The section of a text that another option replaces is nowhere.
        for replacing: any Parameter in [Self.body, Self.replace, Self.front, Self.back] {
            try arguments.requireAtMostOne(of: [Self.under, replacing])
        }
        let notebook = try NotebookOpener(arguments, session).directory()
        var change = ItemChange()
        change.title = arguments[Self.title]
        change.body = try GivenText.of(arguments[Self.body], session)
        if arguments[Self.body] == Session.inputWord, change.body?.isEmpty == true {
            throw NothingToRead(use: .replace)
        }
        change.appended = try GivenText.of(arguments[Self.append], session)
        change.prepended = try GivenText.of(arguments[Self.prepend], session)
        change.front = arguments[Self.front].map { Array($0.utf8) }
        change.back = arguments[Self.back].map { Array($0.utf8) }
        change.addedTags = arguments.all(Self.tag).filter(\.adds).map(\.tag)
        change.removedTags = arguments.all(Self.tag).filter { !$0.adds }.map(\.tag)
        change.isPinned = arguments[Self.pin] ? true : arguments[Self.unpin] ? false : nil
        let replacement = arguments[Self.replace]
        guard change.isEmpty, replacement == nil else {
            let edit = try notebook.edit { draft in
                let item = try draft.listing.item(arguments[Common.item])
                try Expectation(arguments, session).check(item, in: draft)
                var change = change
                if let (old, new) = replacement {
                    let file = try draft.item(item.path)
                    let body = try Replacement(old, new, in: item).body(of: file)
                    _ = try Draft.keepingSides(of: file, item.path, try file.setting(body: body))
                    change.body = body
                }
                if let heading = arguments[Self.under] {
                    change.section = try GivenSection.find(heading, try draft.item(item.path), item)
                }
                if change.front != nil || change.back != nil, item.type != .card {
                    throw UsageError.conflict("only cards have a front and a back")
                }
                _ = try draft.edit(item.path, change)
                let edited = try draft.shown(item.path)
                return try edited.title == item.title ? edited : draft.keepApart(edited, from: item)
            }
            return try Editing(arguments, session).report(edit, [edit.result])
        }
        guard !session.terminal.inputIsText else {
            throw UsageError.conflict("text on standard input needs --append, --prepend or --body")
        }
        return try editInEditor(notebook)
    }
}

/// A tag to add or to remove.
private struct TagChange: Sendable {
    let tag: Tag
    let adds: Bool

    init?(_ text: String) {
        adds = !text.hasPrefix("-")
        let name = text.hasPrefix("+") || text.hasPrefix("-") ? String(text.dropFirst()) : text
        guard let tag = adds ? Tag(new: name) : Tag(name) else { return nil }
        self.tag = tag
    }
}

extension EditCommand {
    /// Opens an item in the editor and saves the result.
    private func editInEditor(_ notebook: Notebook) throws -> ExitStatus {
        let (item, bytes) = try notebook.read { snapshot in
            let item = try snapshot.listing.item(arguments[Common.item])
            try Expectation(arguments, session).check([item], snapshot.files)
            guard let bytes = try snapshot.content(of: item.path) else {
                throw NotebookError.gone(item.path)
            }
            return (item, bytes)
        }
        return try ItemEditing(arguments, session).edit(item, bytes, in: notebook)
    }
}
