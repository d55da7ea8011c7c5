import NotebookBundle

/// The verb ‘new’.
struct NewCommand: Command {
    private static let text = Positional(
        "TEXT", "The text", kind: .text, isRequired: false, isRepeated: true, takesDashes: true, mayBeEmpty: true)
    private static let title = Option("title", "TITLE", "The title (default: the first line, or the time)")
    private static let folder = Option.path(
        "folder", "FOLDER", "The folder, created if it is missing (default: the setting inboxFolder)", kind: .folder)
    private static let tag = TagOption.option("tag", "Add a tag; can be repeated", isNew: true)

    static let verb = Verb(
        "new", "Add a quick note to the inbox",
        details: """
            All words become the text of the note, followed by standard input if it is a pipe or a file; the first word is the
            notebook only if it names one, and behind -- no word is. Without either, the editor opens; the first save adds the note, and each later save updates it. The note goes to the folder of the
            setting inboxFolder (‘Inbox’). An empty text adds nothing.

            With --template, the text replaces {{cursor}} in the template, or is added at its end. {{date}}, {{time}},
            {{title}}, {{date:FORMAT}} and {{time:FORMAT}} are filled in. Front matter of the template is kept, except uuid,
            title and dates; a title with placeholders becomes the title of the note. Templates are the notes in the folder of
            the setting templateFolder (‘Templates’).
            """,
        parameters: [Common.bundle, text, title, folder, tag, TemplateOption.option, Common.json] + Common.locking,
        examples: [
            ("new Call the plumber", "adds notes/Inbox/Call the plumber.md"),
            ("new -n Recipes \"Try the plum cake again\" --tag todo", "adds it to the notebook Recipes"),
            ("new", "opens the editor"), ("new --template Meeting", "opens the editor with a template"),
            ("new < draft.txt", "reads the text from a file"),
        ]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        let words = arguments.all(Self.text).joined(separator: " ")
        var text = Array(words.utf8)
        let isRead = session.terminal.inputIsText
        if isRead {
            let read = try GivenText.standardInput(session)
            text += (text.isBlank || read.isBlank ? [] : Array("\n\n".utf8)) + read
        }
        let opensEditor = text.isBlank && !isRead && session.terminal.inputIsTerminal
        if text.isBlank, !opensEditor, arguments[TemplateOption.option] == nil {
            guard isRead else { throw UsageError.missing("TEXT") }
            throw NothingToAdd()
        }
        let now = TemplateOption.now(session)
        let time = DatePattern("YYYY-MM-DD HH:mm").text(of: now)
        let new = try TemplateOption.item(
            .note, arguments, session, in: notebook, text: text.isBlank ? [] : text, title: arguments[Self.title],
            fallback: time, source: isRead && words.isEmpty ? SystemError.standardInput : "the text",
            // A line at the beginning of a text need not begin front matter.
            isFile: words.isEmpty && (try? ItemFile(text)) != nil)
        if opensEditor { return try openEditor(new, fallback: time, in: notebook) }
        let edit = try notebook.edit { draft in
            let item = try add(new, fallback: time, to: &draft)
            return (item: item, before: draft.listing.manifest, after: draft.manifest)
        }
        let status = try Editing(arguments, session).report(edit, [edit.result.item])
        try LinkNotes(session).reportShared(
            [edit.result.item.path], from: edit.result.before, to: edit.result.after, in: notebook)
        return status
    }

    /// Lets the user write the note; it is added when the editor saves for the first time.
    private func openEditor(_ new: NewItem, fallback: String, in notebook: Notebook) throws -> ExitStatus {
        let title = new.title
        let made = ItemEditing.New(
            start: new.source?.bytes ?? [], name: title ?? "new note",
            cursor: new.cursor.map { $0 + (new.source?.bodyStart ?? 0) }, type: .note, isWanted: false,
            followsFirstLine: title == nil
        ) { draft, typed in
            var new = try GivenText.item(.note, typed, from: "the text")
            new.title = title ?? new.title
            return try add(new, fallback: fallback, to: &draft)
        }
        return try ItemEditing(arguments, session).add(made, in: notebook)
    }

    /// Adds the note as the command line asks.
    ///
    /// - Parameter fallback: Its title if it has neither one nor a first line.
    private func add(_ item: NewItem, fallback: String, to draft: inout Draft) throws -> Item {
        var new = item
        if new.title == nil, new.source?.firstLineOfText == nil { new.title = fallback }
        new.folder = try draft.folder(arguments[Self.folder] ?? draft.description.settings.places.inboxFolder.text)
        new.tags += arguments.all(Self.tag)
        return try draft.add(new)
    }
}

/// Standard input has no text.
private struct NothingToAdd: ToolFailure {
    var isFinding: Bool { true }
    var description: String { "standard input is empty; nothing was added" }
    var hint: String? { "write the text behind ‘new’, or pass a file or pipe with a text" }
}
