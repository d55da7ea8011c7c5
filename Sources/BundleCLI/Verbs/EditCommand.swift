import NotebookBundle
import NotebookFormat

/// The verb ‘edit’.
struct EditCommand: Command {
    private static let title = Option("title", "TITLE", "Change the title; the file keeps its name")
    private static let body = Option(
        "body", "TEXT", "Replace the text; without TEXT, or with ‘-’, reads it from standard input", valueIfAbsent: "-")
    private static let append = Option(
        "append", "TEXT", "Add a text at the end; without TEXT, or with ‘-’, reads it from standard input",
        valueIfAbsent: "-")
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
            If the item changes while the editor is open, both versions are merged. Where both changed the same lines, both are
            kept between conflict markers as git writes them; ‘resolve’ settles these. Your text is never lost: if it cannot be
            saved, it is kept in a file that is named.

            --title, --body, --front and --back replace what is there, so a part of a title is not enough for ITEM with them
            unless you can be asked.
            """,
        parameters: [Common.bundle, Common.item, title, body, append, front, back, tag, pin, unpin, Common.json]
            + Common.locking,
        examples: [
            ("edit Recipes \"Apple pie\"", "opens it in the editor"),
            ("edit Recipes \"Apple pie\" --append < tip.txt", "adds the text of a file"),
            (
                "edit Recipes \"Apple pie\" --append \"Serve warm.\" --tag=+favourite --tag=-draft",
                "changes it without the editor"
            ),
        ],
        statuses: [
            .finding: "no item or several match, or the text is not valid, or a link could not be updated"
        ], partialNames: .confirmed(with: [title, body, front, back])
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.pin, Self.unpin])
        if arguments[Self.body] == "-", arguments[Self.append] == "-" {
            throw UsageError.conflict("--body and --append cannot both read standard input")
        }
        let directory = try NotebookOpener(arguments, session).directory()
        var change = ItemChange()
        change.title = arguments[Self.title]
        change.body = try session.text(arguments[Self.body])
        if arguments[Self.body] == Session.inputWord, change.body?.isEmpty == true {
            throw NothingToRead(use: .replace)
        }
        change.appended = try session.text(arguments[Self.append])
        change.front = arguments[Self.front].map { Array($0.utf8) }
        change.back = arguments[Self.back].map { Array($0.utf8) }
        change.addedTags = arguments.all(Self.tag).filter(\.adds).map(\.tag)
        change.removedTags = arguments.all(Self.tag).filter { !$0.adds }.map(\.tag)
        change.isPinned = arguments[Self.pin] ? true : arguments[Self.unpin] ? false : nil
        guard change.isEmpty else {
            let edit = try directory.edit { draft in
                let item = try draft.notebook.item(arguments[Common.item])
                if change.front != nil || change.back != nil, item.type != .card {
                    throw UsageError.conflict("only cards have a front and a back")
                }
                _ = try draft.edit(item.path, change)
                return try draft.shown(item.path)
            }
            return try Editing(arguments, session).report(edit, [edit.result])
        }
        guard !session.terminal.inputIsText else {
            throw UsageError.conflict("text on standard input needs --append or --body")
        }
        return try editInEditor(directory)
    }
}

/// A tag to add or to remove.
private struct TagChange: Sendable {
    let tag: Tag
    let adds: Bool

    init?(_ text: String) {
        adds = !text.hasPrefix("-")
        guard let tag = Tag(text.hasPrefix("+") || text.hasPrefix("-") ? String(text.dropFirst()) : text) else {
            return nil
        }
        self.tag = tag
    }
}

extension EditCommand {
    /// Reports how a text was saved if the item changed meanwhile; false if it now holds both versions.
    private func tell(_ saved: SavedText) throws -> Bool {
        let name = PrintableText.escaped(saved.item.path.text)
        if saved.isRestored { try session.note("note: \(name) was deleted meanwhile; it is restored with your text") }
        guard saved.isMerged else { return true }
        guard saved.conflicts > 0 else {
            try session.note("note: \(name) was changed meanwhile; merged both versions")
            return true
        }
        let places = Wording.count(saved.conflicts, "place")
        try session.note(
            "note: \(name) was changed meanwhile; both versions are between conflict markers in \(places); settle them with ‘\(session.tool) resolve’"
        )
        return false
    }

    /// Opens an item in the editor and saves the result.
    private func editInEditor(_ directory: NotebookDirectory) throws -> ExitStatus {
        let (item, old) = try directory.readTree { files in
            let item = try Notebook(files).item(arguments[Common.item])
            guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
                throw NotebookError.gone(item.path)
            }
            return (item, bytes)
        }
        let draftFile = try EditorFile(session, old, name: item.livePath.stem)
        let new = try draftFile.run()
        guard new != old else {
            draftFile.remove()
            try session.note("note: nothing was changed")
            return .success
        }
        do {
            let edit = try directory.edit { draft in
                try draft.save(new, over: old, of: item)
            }
            draftFile.remove()
            let status = try Editing(arguments, session).report(edit, [edit.result.item])
            return try tell(edit.result) ? status : .finding
        } catch {
            throw EditorError.notSaved(
                "\(error)", draftFile.path, isFinding: (error as? any Failure)?.isFinding ?? false)
        }
    }
}
