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
        _ notebook: Notebook, _ body: (inout Draft) throws -> Result
    ) throws -> TriedEdit<Result> {
        guard arguments[Common.dryRun] else { return .made(try notebook.edit(body)) }
        let preview = try notebook.preview(body)
        try EditNotes(session).report(preview.links)
        try show(preview)
        if preview.files.isEmpty, !arguments[Common.json] { try session.note("note: nothing would change") }
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
            try draft.edit(items.map { ($0.path, change) })
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

    /// The exit status of a change: links that could not be updated, also since their items are not here, are a finding.
    static func status(of links: LinkKeeping) -> ExitStatus {
        links.unkept.isEmpty && links.gone.isEmpty ? .success : .finding
    }

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
private struct ItemsAnswer: JSONRow {
    let items: [ItemRow]
    let unkept: [UnkeptRow]?
}

/// The answer of verbs with --dry-run: what would change.
private struct PreviewAnswer: JSONRow {
    let changes: [ChangeRow]
    let unkept: [UnkeptRow]?
    let diff: String
}

/// Reports what a person should know about a change besides the answer.
struct EditNotes {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Reports how an interrupted edit was completed or undone, and how a change was saved.
    func report(_ recovery: Recovery, _ commit: Commit?) throws {
        try report(recovery)
        try report(commit)
    }

    /// Reports how an interrupted edit was completed or undone.
    func report(_ recovery: Recovery) throws {
        switch recovery {
        case .nothing: break
        case .discarded:
            try session.note(
                "note: removed the files of an edit that was interrupted; the notebook is as it was last saved")
        case .completed(let conflicts):
            try session.note("note: an edit that was interrupted has been completed")
            for conflict in conflicts { try report(conflict: "\(conflict)") }
        }
    }

    /// Reports what went wrong after a change was saved.
    func report(_ commit: Commit?) throws {
        for conflict in commit?.conflicts ?? [] { try report(conflict: "\(conflict)") }
    }

    /// Reports links that could not be updated, and queries that were.
    func report(_ links: LinkKeeping) throws {
        for name in links.smartFolders {
            try session.note("note: updated the query of the smart folder \(PrintableText.quoted(name))")
        }
        for lost in links.unkept {
            let position = lost.link.position
            let place = "\(PrintableText.escaped(lost.item.text)):\(position.line):\(position.column)"
            try session.note("note: \(place): the link cannot be updated")
        }
        try report(gone: links.gone, "links in it were not updated")
    }

    /// Reports items that could not be read, since they are gone or in a cloud only.
    ///
    /// - Parameter effect: What follows for the first one.
    func report(gone: [BundlePath], _ effect: String) throws {
        guard let first = gone.first else { return }
        let more = gone.count > 1 ? " (and for \(gone.count - 1) more)" : ""
        try session.note("note: \(PrintableText.escaped(first.text)) is not on this computer, so \(effect)\(more)")
    }

    /// Reports in how many other items links were rewritten.
    func reportFollowing(_ links: LinkKeeping, besides known: Set<BundlePath>) throws {
        let count = links.changed.count { !known.contains($0) }
        if count > 0 { try session.note("note: updated links in \(Wording.count(count, "other item"))") }
    }

    private func report(conflict: String) throws {
        try session.note("note: another program changed the text meanwhile; its version is kept as \(conflict)")
    }
}

/// Reports links that break or change their target because of a change.
struct LinkNotes {
    /// How many links to list.
    private static let shownLosses = 20

    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Reports links that break or change their target, now or once the change is made.
    func report(_ losses: [LinkLosses.Loss], isDone: Bool = false) throws {
        let lost = losses.filter { $0.next == .nowhere }
        if !lost.isEmpty {
            let what = isDone ? lost.count == 1 ? "leads" : "lead" : "will lead"
            try session.note("note: \(Wording.count(lost.count, "link")) in other items \(what) nowhere:")
            try list(lost.map(\.link))
        }
        for loss in losses.filter({ $0.next != .nowhere }).prefix(Self.shownLosses) {
            let shown = "\(LinkWording.place(of: loss.link, session.style))  \(LinkWording.shown(loss.link.link))"
            switch loss.next {
            case .nowhere: break
            case .file(let path):
                try session.note(
                    "note: \(shown) \(isDone ? "leads" : "will lead") to \(PrintableText.escaped(path.text))")
            case .several(let paths):
                let all = paths.map { PrintableText.escaped($0.text) }.joined(separator: " or ")
                try session.note("note: \(shown) can \(isDone ? "" : "then ")mean \(all)")
            }
        }
    }

    /// Lists links, up to a limit.
    func list(_ links: [LinkMap.Link]) throws {
        for link in links.prefix(Self.shownLosses) {
            try session.note("  \(LinkWording.place(of: link, session.style))  \(LinkWording.shown(link.link))")
        }
        if links.count > Self.shownLosses { try session.note("  and \(links.count - Self.shownLosses) more") }
    }

    /// Reports links of other items that lead elsewhere after items, and attachments with them, were added.
    func reportShifted(from before: Manifest, besides added: Set<BundlePath>, in notebook: Notebook) throws {
        // Only links that were there before can have another meaning.
        guard !added.isEmpty, before.entries.contains(where: \.type.isItem) else { return }
        let losses = try notebook.read { snapshot in
            let listing = snapshot.listing
            let attachments = listing.manifest.entries(below: .blobs).map(\.path).filter { before[$0] == nil }
            let links = try listing.links(
                naming: added.union(attachments), before: before, snapshot.files
            ).filter { !added.contains($0.key) }
            return LinkLosses(from: before, to: listing.manifest, links).losses
        }
        try report(losses, isDone: true)
    }

    /// Reports links that became ambiguous because new items or attachments share their names with others; reads only
    /// the manifest if no names are shared.
    func reportShared(
        _ added: [BundlePath], from before: Manifest, to after: Manifest, in notebook: Notebook
    ) throws {
        guard !SharedNames(of: added, in: after).names.isEmpty else { return }
        try reportShifted(from: before, besides: Set(added), in: notebook)
    }
}

extension NotebookListing {
    /// The file that a word names: an item or, if no item matches, an attachment.
    func linkable(_ text: String) throws(NotebookError) -> BundlePath {
        do throws(NotebookError) {
            return try item(text).path
        } catch {
            guard case .noSuchItem(_, let items) = error else { throw error }
            do throws(NotebookError) {
                return try blob(text).path
            } catch .noSuchBlob(_, let blobs) {
                throw .noSuchItem(text, like: Array((blobs + items).prefix(3)))
            }
        }
    }
}
