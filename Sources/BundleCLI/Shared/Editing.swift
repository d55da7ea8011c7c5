import NotebookBundle

/// The result of a change.
enum TriedEdit<Result> {
    case made(EditResult<Result>)
    /// It was only shown; the tool ends with this status.
    case shown(ExitStatus)
}

/// Changes a notebook according to the command line, and reports what changed.
struct Editing {
    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Makes a change, or shows it with --dry-run.
    func tried<Result>(
        _ directory: NotebookDirectory, _ body: (inout Draft) throws -> Result
    ) throws -> TriedEdit<Result> {
        guard arguments[Common.dryRun] else { return .made(try directory.edit(body)) }
        let preview = try directory.preview(body)
        try EditNotes(session).report(preview.links)
        try show(preview)
        return .shown(Self.status(of: preview.links))
    }

    /// Makes a change of the command line's notebook that returns the changed items, or shows it, and reports them.
    func change(_ body: (inout Draft) throws -> [Item]) throws -> ExitStatus {
        switch try tried(try NotebookOpener(arguments, session).directory(), body) {
        case .shown(let status): return status
        case .made(let edit): return try report(edit, edit.result)
        }
    }

    /// Changes the selected items in one transaction, and reports them.
    func change(_ selection: Selection, _ change: ItemChange) throws -> ExitStatus {
        try self.change { draft in
            let items = try selection.items(in: draft.listing, try draft.tree())
            for item in items { _ = try draft.edit(item.path, change) }
            return try items.map { try draft.shown($0.path) }
        }
    }

    /// Changes items whose links have to be updated, and reports the result.
    func relocate(_ body: (inout Draft) throws -> (items: [Item], notes: [String])) throws -> ExitStatus {
        let edit = try tried(try NotebookOpener(arguments, session).directory()) { draft in
            draft.keepsLinks = !arguments[Relocation.noLinks]
            let (moved, notes) = try body(&draft)
            try draft.keepLinks()
            // Updated links may have changed the size of moved items.
            return (items: try moved.map { try draft.shown($0.path) }, notes: notes)
        }
        switch edit {
        case .shown(let status): return status
        case .made(let edit):
            let status = try report(edit, edit.result.items)
            for text in edit.result.notes { try session.note("note: \(text)") }
            try EditNotes(session).reportFollowing(edit.links, besides: Set(edit.result.items.map(\.path)))
            return status
        }
    }

    /// Reports changed items with their paths and uuids, and links that could not be updated.
    @discardableResult
    func report<Result>(_ edit: EditResult<Result>, _ items: [Item]) throws -> ExitStatus {
        let notes = EditNotes(session)
        try notes.report(edit.recovery, edit.commit)
        try notes.report(edit.links)
        if arguments[Common.json] {
            try session.printJSON(ItemsAnswer(items: items.map(ItemRow.init), unkept: UnkeptRow.rows(edit.links)))
        } else {
            for item in items {
                let identity = item.uuid.map { "  " + session.style($0.description, .dim) } ?? ""
                try session.print(PrintableText.escaped(item.path.text) + identity)
            }
        }
        return Self.status(of: edit.links)
    }

    /// The exit status of a change: links that could not be updated are a finding.
    static func status(of links: LinkKeeping) -> ExitStatus { links.unkept.isEmpty ? .success : .finding }

    /// Shows what a change would do, as a diff for ‘git apply’.
    func show<Result>(_ preview: EditPreview<Result>) throws {
        let patch = preview.files.flatMap { file in
            GitPatch(from: file.oldPath?.text, to: file.newPath?.text, file.old, file.new).bytes
        }
        guard !arguments[Common.json] else {
            return try session.printJSON(
                PreviewAnswer(
                    changes: preview.files.compactMap(ChangeRow.init), unkept: UnkeptRow.rows(preview.links),
                    diff: String(decoding: patch, as: UTF8.self)))
        }
        guard session.terminal.outputIsTerminal else { return try session.write(patch) }
        for line in preview.files.flatMap({ ChangeText.lines($0, session.style) }) { try session.print(line) }
    }
}

/// The answer of verbs that change items.
private struct ItemsAnswer: Encodable {
    let items: [ItemRow]
    let unkept: [UnkeptRow]?
}

/// The answer of verbs with --dry-run: what would change.
private struct PreviewAnswer: Encodable {
    let changes: [ChangeRow]
    let unkept: [UnkeptRow]?
    let diff: String
}
