import NotebookBundle
import NotebookFormat

/// The two notebooks that a command line compares.
struct DiffSides {
    static let other = Positional(
        "OTHER", "The later notebook, or an archive of one (‘-’: on standard input); not with --git",
        kind: .notebookOrArchive,
        replacedBy: git, since)
    static let git = Option.path(
        "git", "REV", "Compare the notebook with itself at a revision of git, or at two: A..B")

    static let since = Option(
        "since", "N|TIME", "Compare the notebook with itself after change N, or at a time, such as yesterday or -2h")

    let old: ComparedNotebook
    let new: ComparedNotebook

    init(_ arguments: Arguments, _ session: Session) throws {
        let opener = NotebookOpener(arguments, session, readsSeveral: true)
        let progress = ProgressLine(session, "comparing")
        defer { progress.finish() }
        let word = arguments[Common.notebook]
        if let text = arguments[Self.git] {
            (old, new) = try Self.revisions(text, opener, word, session, progress)
            return
        }
        if let text = arguments[Self.since] {
            let source = try opener.source(word)
            old = try Self.past(source, text, option: "--since", isSince: true, session, progress)
            new = try Self.compared(source, progress)
            return
        }
        let other = arguments[Self.other]
        guard word != Session.inputWord || other != Session.inputWord else {
            throw UsageError.conflict("standard input can be only one of the notebooks")
        }
        let moments = [PastOption.split(word, session), PastOption.split(other, session)]
        let sources = try zip([word, other], moments).map { try opener.source($1?.notebook ?? $0) }
        try Self.checkPassword(sources, arguments, session)
        let sides = try zip(sources, moments).map { source, moment in
            guard let moment else { return try Self.compared(source, progress) }
            return try Self.past(source, moment.moment, option: "NOTEBOOK@", session, progress)
        }
        (old, new) = (sides[0], sides[1])
    }

    /// A notebook as it was.
    private static func past(
        _ source: NotebookSource, _ text: String, option: String, isSince: Bool = false, _ session: Session,
        _ progress: ProgressLine
    ) throws -> ComparedNotebook {
        guard case .directory(let directory) = source else {
            throw UsageError.conflict("an archive has no history; \(option) needs a notebook’s directory")
        }
        let moment = try PastOption.moment(text, session, option: option)
        return try directory.readPast(moment, text, atStart: isSince) { past in
            try PastOption.tellUnknown(past, session)
            return try ComparedNotebook(past.tree, progress: progress)
        }
    }

    /// Makes sure that a password is for one of the archives.
    private static func checkPassword(
        _ sources: [NotebookSource], _ arguments: Arguments, _ session: Session
    ) throws {
        guard Common.secrets.contains(where: arguments.isGiven) else { return }
        let archives = sources.compactMap { if case .archive(let archive) = $0 { archive } else { nil } }
        let passwords = ArchivePasswords(arguments, session)
        guard let first = archives.first, try !archives.contains(where: passwords.isEncrypted) else { return }
        throw PasswordError.notNeeded(first.name)
    }

    private static func compared(_ source: NotebookSource, _ progress: ProgressLine) throws -> ComparedNotebook {
        switch source {
        case .directory(let directory): try ComparedNotebook(directory, progress: progress)
        case .archive(let archive):
            try ComparedNotebook(try ArchiveTree(archive.source, name: archive.name), progress: progress)
        }
    }

    private static func revisions(
        _ text: String, _ opener: NotebookOpener, _ word: String, _ session: Session, _ progress: ProgressLine
    ) throws -> (ComparedNotebook, ComparedNotebook) {
        guard case .directory(let directory) = try opener.source(word) else {
            throw UsageError.conflict("--git compares a notebook’s directory, not an archive")
        }
        func revision(_ name: String) throws -> ComparedNotebook {
            try ComparedNotebook(
                try GitRevision(path: directory.path, revision: name, session: session).tree(), progress: progress)
        }
        switch GitRevision.Range(text) {
        case .one(let name): return (try revision(name), try ComparedNotebook(directory, progress: progress))
        case .two(let one, let other): return (try revision(one), try revision(other))
        case .sinceFork(let one, let other):
            let fork = try GitRevision.fork(of: one, other, at: directory.path, session)
            return (try revision(fork), try revision(other))
        }
    }
}
