import NotebookBundle

/// A change of a daily note that nobody has made yet depends on its digest.
private struct NoNoteYet: ToolFailure {
    let path: BundlePath

    var isFinding: Bool { true }
    var description: String { "\(PrintableText.escaped(path.text)) does not exist yet, so it has no digest" }
    var hint: String? { "without --expect, the note is made" }
}

/// What ‘today’ and ‘yesterday’ do with the note of a day.
struct DailyNoteCall {
    private static let append = Option(
        "append", "TEXT", "Add a text at the end; without TEXT, or with ‘-’, reads it from standard input",
        valueIfAbsent: "-")
    private static let text = Positional(
        "TEXT", "A text to add at the end", kind: .text, isRequired: false, isRepeated: true, replacedBy: append,
        takesDashes: true, mayBeEmpty: true)

    static let parameters: [any Parameter] = [text, append, TemplateOption.option, Expectation.option]

    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Makes the note if it is missing, and adds the text, opens the editor, or prints the path.
    func run(_ day: LocalMoment, of period: NotePeriod = .day) throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        let words = arguments.all(Self.text)
        let given =
            words.isEmpty ? try GivenText.of(arguments[Self.append], session) : Array(words.joined(separator: " ").utf8)
        let text = try given ?? (session.terminal.inputIsText ? GivenText.standardInput(session) : [])
        if given != nil, text.isBlank { throw NothingToRead(use: .append) }
        let opensEditor =
            given == nil && text.isEmpty && session.terminal.inputIsTerminal && session.terminal.outputIsTerminal
            && !arguments[Common.json]
        // Without an editor, no note is made.
        if opensEditor { _ = try EditorCommand(session) }
        let expectation = Expectation(arguments, session)
        let edit = try notebook.edit { draft in
            if expectation.isGiven {
                let note = try draft.dailyNote(for: day, of: period)
                guard !note.isNew else { throw NoNoteYet(path: note.item.path) }
                try expectation.check(note.item, in: draft)
            }
            return try draft.dailyNote(
                for: day, of: period, template: arguments[TemplateOption.option], appending: text)
        }
        let note = edit.result
        if arguments[TemplateOption.option] != nil, !note.isNew {
            try session.note("note: the note already exists; the template is not used")
        }
        if opensEditor { return try open(note, edit, in: notebook) }
        if arguments[Common.json] || given != nil || !text.isEmpty {
            return try Editing(arguments, session).report(edit, [note.item])
        }
        try EditNotes(session).report(edit.recovery, edit.commit)
        try session.print(session.displayed(ExternalPath.below(notebook.location, note.item.path.text)))
        return .success
    }

    private func open(
        _ note: DailyNote, _ edit: EditResult<DailyNote>, in notebook: Notebook
    ) throws -> ExitStatus {
        try EditNotes(session).report(edit.recovery, edit.commit)
        let bytes = try notebook.read { try $0.content(of: note.item.path) }
        guard let bytes else { throw NotebookError.gone(note.item.path) }
        let start = try ItemFile(bytes).bodyStart
        if note.isNew { try session.note("note: created \(PrintableText.escaped(note.item.path.text))") }
        // If the template sets no cursor, typing continues at the end.
        return try ItemEditing(arguments, session).edit(
            note.item, bytes, cursor: note.cursor.map { $0 + start } ?? bytes.count, in: notebook)
    }
}
