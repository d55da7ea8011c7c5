import NotebookBundle

/// The verb ‘sync’.
struct SyncCommand: Command {
    private static let place = Positional(
        "PLACE", "A folder, such as one on a USB stick; or the copy itself, a notebook or an archive",
        kind: .notebookOrArchive)
    static let encrypt = Flag("encrypt", "Encrypt a new archive with a password (zip, AES-256)")
    private static let watch = Flag("watch", "Keep running, and sync whenever one of the copies changes")

    private static let acceptMissing = Flag(
        "accept-missing", "Count missing files as deleted, even if they are many")

    static let verb = Verb(
        "sync", "Sync the notebook with a copy in another place, in both directions",
        details: """
            Merges the changes of the copy, as ‘merge’ does, and then writes the changes made here to the copy. PLACE is a
            folder: on a USB stick, on a mounted disk, or one that another program syncs between computers. The copy in it has
            the name of the notebook; sync makes it if it is missing. On another computer, sync makes NOTEBOOK from the copy.
            The copy is a notebook like any other, but keeps no history of its own. PLACE can also be an archive, encrypted or
            not. Several computers can share one place, and sync in any order.

            Items deleted in one copy go to the trash of the others. Nothing is lost: what another program removed comes back
            from the copy that still has it, attachments in use to their places and the rest into the trash; sync asks first if
            three files or more are missing that are a tenth of all, or 200. An older state that comes back, from a backup or from
            git, is merged, and deletes nothing.

            Conflicts keep both versions, as after ‘merge’. If a sync program left conflict copies of files, sync merges each of
            them. If another program edited notes in the copy, sync seals them when nobody has written them for ten seconds; it
            leaves other files there unlisted. Texts that no notebook can hold (not UTF-8, with the name of another in another
            letter case) stay as they are, here and there, and are reported. Sync waits for a copy that is still
            being transferred (--wait), and never takes its missing files for deleted ones. If it is interrupted, run it again.
            ‘undo’ reverts the changes that came from the copy; the next ‘sync’ reverts them in the copy as well.
            """,
        parameters: [Common.bundle, place, watch, acceptMissing, encrypt, Common.json, Common.noCache] + Common.locking
            + Common.secrets,
        examples: [
            ("sync Recipes /media/stick", "syncs Recipes with /media/stick/Recipes.notebundle"),
            ("sync Recipes ~/Cloud --watch", "keeps it in sync with a cloud service’s folder"),
            ("sync Recipes /media/stick/Recipes.zip --encrypt", "syncs it with an encrypted archive"),
        ],
        statuses: [
            .finding: "there are conflicts, which ‘resolve’ resolves, or texts that no notebook can hold"
        ], answersByStatus: true
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let place: String
        let merges: [MergeRow]
        let difference: DifferenceRow?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook: Notebook
        do {
            notebook = try NotebookOpener(arguments, session).directory()
        } catch let error as any Failure {
            guard FileKind.at(session.absolute(arguments[Common.bundle])) == nil, try makeNotebook() else {
                throw error
            }
            return .success
        }
        if !arguments[Self.acceptMissing] {
            try HiddenFiles.refuse(in: notebook, session, to: "sync", "; --accept-missing counts them as deleted")
        }
        let target = try SyncTarget(arguments[Self.place], of: notebook, arguments, session)
        // Watches from before the first sync, so that it misses no change.
        let watched = arguments[Self.watch] ? SyncWatch(notebook, target) : nil
        var status = try synchronize(notebook, target, waitingFor: arguments[Common.wait] ?? Self.waitSeconds)
        guard var watch = watched else { return status }
        try session.note("watching \(session.displayed(notebook.location)) and \(target.shown); press Ctrl-C to stop")
        var problem: String?
        while session.terminal.pause(SyncWatch.interval) {
            guard watch.hasSettled() else { continue }
            do {
                status = try synchronize(notebook, target, waitingFor: .max)
                problem = nil
            } catch let error as any Failure where error.mayPass {
                // Says it once, however long it lasts; the next look sees what another program changed.
                if problem != "\(error)" { try session.note("note: \(error)") }
                problem = "\(error)"
                watch.forget()
            }
        }
        return status
    }

    /// Makes the notebook from the copy, if the copy exists: on a second computer, the notebook is new.
    private func makeNotebook() throws -> Bool {
        let path = NotebookLocation.withEnding(session.absolute(arguments[Common.bundle]))
        guard NotebookLocation(at: path) == .nothing,
            let place = SyncTarget.place(arguments[Self.place], for: ExternalPath.name(of: path), session)
        else { return false }
        let progress = ProgressLine(session, "copying")
        defer { progress.finish() }
        try waiting(for: session.displayed(place), arguments[Common.wait] ?? Self.waitSeconds, progress) {
            try SyncTarget.make(path, from: place, arguments, session, progress)
        }
        progress.finish()
        guard !arguments[Common.json] else {
            try session.printJSON(Answer(place: session.displayed(place), merges: [], difference: nil))
            return true
        }
        try session.print("made the notebook \(session.displayed(path)) from \(session.displayed(place))")
        return true
    }

    /// Syncs both copies, and reports what changed.
    ///
    /// - Parameter seconds: How long to wait for a copy that is not complete.
    private func synchronize(
        _ notebook: Notebook, _ target: SyncTarget, waitingFor seconds: Int
    ) throws -> ExitStatus {
        let progress = ProgressLine(session, "syncing")
        defer { progress.finish() }
        func synchronized(acceptingMissing: Bool) throws -> NotebookSync {
            try waiting(for: target.shown, seconds, progress) {
                try target.synchronize(notebook, acceptingMissing: acceptingMissing, progress)
            }
        }
        let sync: NotebookSync
        do {
            sync = try synchronized(acceptingMissing: arguments[Self.acceptMissing])
        } catch let error as NotebookError {
            guard case .manyMissing = error, session.terminal.inputIsTerminal else { throw error }
            progress.finish()
            try session.note("note: \(error)")
            guard try session.confirm("Sync, and move them to the trash in both copies?") else { return .finding }
            sync = try synchronized(acceptingMissing: true)
        }
        progress.finish()
        return try show(sync, target, notebook)
    }

    /// Runs `body`, and runs it again while the copy is incomplete.
    private func waiting<Result>(
        for copy: String, _ seconds: Int, _ progress: ProgressLine, _ body: () throws -> Result
    ) throws -> Result {
        var second = 0
        while true {
            do {
                return try body()
            } catch let error as any Failure {
                guard error.isOfIncomplete(copy), second < seconds else { throw error }
                progress.finish()
                if second == 0 { try session.note("note: waiting: \(error)") }
                guard session.terminal.pause(1) else { throw error }
                second += 1
            }
        }
    }

    private static let waitSeconds = 10

    private func show(
        _ sync: NotebookSync, _ target: SyncTarget, _ notebook: Notebook
    ) throws -> ExitStatus {
        let isLeft = try report(sync, target)
        let status: ExitStatus = isLeft || sync.merges.contains(where: \.hasConflicts) ? .finding : .success
        if sync.restoredHere { try session.note("note: notebook.json was missing here, and was put back") }
        if sync.restoredThere {
            try session.note(
                "note: notebook.json was missing or damaged in \(target.shown), and was put back; a damaged one is in .set-aside there"
            )
        }
        for path in sync.strayFiles.prefix(5) {
            try session.note(
                "note: \(target.shown) does not list \(PrintableText.escaped(path.text)); ‘\(session.tool) seal’ there accepts it"
            )
        }
        for path in try notebook.directory.conflictCopiesOfOtherFiles() {
            try session.note(
                "note: \(PrintableText.escaped(path.text)) is a conflict copy; ‘\(session.tool) resolve’ merges it")
        }
        guard !arguments[Common.json] else {
            let sent = sync.sent.map { DifferenceRow($0) { _ in nil } }
            try session.printJSON(Answer(place: target.shown, merges: sync.merges.map(MergeRow.init), difference: sent))
            return status
        }
        guard let sent = sync.sent else {
            try session.print("made the copy \(target.shown)")
            return status
        }
        try MergeOutput(session).show(sync.merges, skipsEmpty: true)
        try EditNotes(session).reportFollowing(sync.links, besides: Set(sync.merges.flatMap { $0.files.map(\.path) }))
        if !sent.isEmpty {
            try session.printRow("sent: " + DifferenceLines.counts(sent), wrappedWith: 2)
        } else if !arguments[Self.watch], sync.merges.allSatisfy(\.isEmpty) {
            try session.print("already in sync")
        }
        return status
    }
}

extension SyncCommand {
    /// Reports what no notebook can hold; whether somebody misses it.
    private func report(_ sync: NotebookSync, _ target: SyncTarget) throws -> Bool {
        let isMissedHere = try UnsealableNotes(session).report(sync.unsealableHere, not: "synced")
        return try UnsealableNotes(session).report(sync.unsealable, in: target.shown, not: "synced") || isMissedHere
    }
}

extension Failure {
    /// Whether the error means that a copy has not arrived completely.
    ///
    /// - Parameter copy: Its path in messages.
    fileprivate func isOfIncomplete(_ copy: String) -> Bool {
        if let failure = self as? ArchiveFailure { return failure.mayBeCutOff }
        switch self as? NotebookError {
        case .notSealed, .beingEdited, .incomplete, .emptyFolder: return true
        case .missing(let name, _), .bare(let name), .inCloud(let name, _, _): return name == copy
        default: return false
        }
    }

    /// Whether the error can pass by itself: another program uses a copy, or a disk is full or does not answer.
    fileprivate var mayPass: Bool {
        if case .busy? = self as? LockError { return true }
        if let error = self as? SystemError { return !error.meansInterrupted }
        return self is StoreError
    }
}

/// Notices when one of two copies changes.
private struct SyncWatch {
    /// How often to look, in seconds.
    static let interval = 2.0

    private let notebook: Notebook
    private let target: SyncTarget
    /// Their state before the last sync; if that sync changed them, one more follows, which does nothing.
    private var known: [Int?]
    private var seen: [Int?]

    init(_ notebook: Notebook, _ target: SyncTarget) {
        (self.notebook, self.target) = (notebook, target)
        known = [notebook.mark, target.mark()]
        seen = known
    }

    /// Makes the next look count as a change.
    mutating func forget() { known = [] }

    /// Whether one of them changed since the last sync, and neither since the previous call: nobody is writing at the
    /// moment.
    mutating func hasSettled() -> Bool {
        let now = [notebook.mark, target.mark()]
        defer { seen = now }
        guard now == seen, now != known else { return false }
        known = now
        return true
    }
}
