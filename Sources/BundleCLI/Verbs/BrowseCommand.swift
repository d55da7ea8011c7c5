import NotebookBundle
import Synchronization

/// The verb ‘browse’.
struct BrowseCommand: Command {
    private static let notebook = NotebookParameter(
        "The notebook: a .notebundle directory or an archive of one", takesArchives: true)

    static let verb = Verb(
        "browse", "Browse a notebook in full screen: folders, list and item side by side",
        details: """
            The keys are those of vi and of web browsers: j and k or the arrow keys move, l or Enter opens, h or Backspace goes
            back, Tab selects the next link, o opens a web link, / searches as you type, ? lists all keys. a adds a note, e
            opens the editor ($VISUAL or $EDITOR), r renames, m moves, p pins, t changes tags, d deletes, u undoes, c studies
            the cards.

            Shows three panes from 80 columns on, two from 50, one below that. Remembers in your data folder which folders are
            open. Shows changes by other programs as they happen. Opens archives and read-only notebooks for reading. Without
            colours (NO_COLOR), the selection is in reverse video.
            """,
        parameters: [notebook] + Common.reading,
        examples: [
            ("browse", "the notebook of this folder"), ("browse Recipes", "another notebook"),
            ("browse Recipes.notebundle.zip", "an archive, read-only"),
        ]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let word = arguments[Self.notebook]
        guard word != Session.inputWord else {
            throw UsageError.conflict("cannot browse an archive on standard input; give its path")
        }
        let opener = NotebookOpener(arguments, session)
        let notebook = try BrowseNotebook(word, opener, session)
        let edits = BrowseEdits(
            open: { verb in try notebook.directory(for: verb, arguments) }, now: { TemplateOption.now(session) })
        var run = try BrowseRun(
            session, notebook, edits,
            BrowseRun.Verbs(
                edit: { path in try said(EditCommand.self, [path.text]) },
                new: { title, folder in
                    try said(NewCommand.self, ["--title", title] + (folder.map { ["--folder", $0.text] } ?? []))
                },
                study: { place in try study(place) }))
        guard try run.run() else {
            throw UsageError.conflict("cannot browse without a terminal; use ‘ls’, ‘show’ or ‘search’")
        }
        return .success
    }

    /// Runs a verb on this notebook, and gives what it said in one line.
    private func said<Other: Command>(_ other: Other.Type, _ words: [String]) throws -> String {
        let words = ["--notebook", arguments[Self.notebook]] + words
        return try said(Other.verb.name, takesOutput: false) { quiet in
            let arguments = try Arguments(
                words, to: Other.verb.parameters, of: Other.verb.name, DefaultNotebook(session))
            _ = try Other(arguments: arguments, session: quiet).run()
        }
    }

    /// Gives what a verb says in one line; if a signal ends the tool, it is said at once.
    private func said(_ verb: String, takesOutput: Bool, _ run: (Session) throws -> Void) throws -> String {
        let said = Mutex<[UInt8]>([])
        let collect: Terminal.Writer = { bytes in said.withLock { $0 += bytes } }
        let ignore: Terminal.Writer = { _ in }
        func lines() -> [Substring] { String(decoding: said.withLock { $0 }, as: UTF8.self).split(separator: "\n") }
        do {
            try run(session.running(verb).saying(output: takesOutput ? collect : ignore, errors: collect))
        } catch EditorError.interrupted {
            for line in lines() { try session.note(String(line)) }
            throw EditorError.interrupted
        }
        return lines().joined(separator: "; ")
    }

    /// Studies the cards of a place; what it prints at the end is said on the screen.
    private func study(_ place: BrowseLocation) throws -> String {
        let words: [String] =
            switch place {
            case .all, .tasks, .trash: []
            case .folder(let folder): ["--folder", folder.text]
            case .tag(let name): ["--tag", name]
            case .smart(let name):
                try NotebookOpener(arguments, session).read { snapshot in
                    ["--where", try snapshot.listing.smartFolder(name).predicate]
                }
            }
        let given = ["--notebook", arguments[Self.notebook]] + words
        return try said(StudyCommand.verb.name, takesOutput: true) { quiet in
            let arguments = try Arguments(
                given, to: StudyCommand.verb.parameters, of: StudyCommand.verb.name, DefaultNotebook(session))
            _ = try StudyCommand(arguments: arguments, session: quiet).run()
        }
    }
}
