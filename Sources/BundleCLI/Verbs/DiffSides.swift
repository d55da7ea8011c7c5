import NotebookBundle

/// The two notebooks that a command line compares.
struct DiffSides {
    static let other = Positional(
        "OTHER", "The later notebook, or an archive of one (‘-’: on standard input); not with --git",
        kind: .notebookOrArchive,
        replacedBy: git, since)
    static let git = Option.path(
        "git", "REV", "Compare the notebook with a git revision of it, or two revisions with each other: A..B")

    static let since = Option(
        "since", "N|TIME", "Compare the notebook with its state after change N, or at a time, such as yesterday or -2h")

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
            let copy = NamedCopy(source: source, moment: text, session: session)
            old = try copy.compared(option: "--since", isSince: true, progress)
            new = try NamedCopy(source: source, moment: nil, session: session).compared(progress)
            return
        }
        let other = arguments[Self.other]
        guard word != Session.inputWord || other != Session.inputWord else {
            throw UsageError.conflict("standard input can be only one of the notebooks")
        }
        let sides = try [word, other].map { try NamedCopy($0, opener, session) }
        try sides[0].refuse(sides[1], to: "compare it with")
        try Self.checkPassword(sides.map(\.source), arguments, session)
        (old, new) = (try sides[0].compared(progress), try sides[1].compared(progress))
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

    private static func revisions(
        _ text: String, _ opener: NotebookOpener, _ word: String, _ session: Session, _ progress: ProgressLine
    ) throws -> (ComparedNotebook, ComparedNotebook) {
        guard case .directory(let notebook) = try opener.source(word) else {
            throw UsageError.conflict("--git compares a notebook’s directory, not an archive")
        }
        func revision(_ name: String) throws -> ComparedNotebook {
            try ComparedNotebook(
                try GitRevision(path: notebook.location, revision: name, session: session).tree(), progress: progress)
        }
        switch GitRevision.Range(text) {
        case .one(let name):
            return (try revision(name), try ComparedNotebook(try notebook.directory, progress: progress))
        case .two(let one, let other): return (try revision(one), try revision(other))
        case .sinceFork(let one, let other):
            let fork = try GitRevision.fork(of: one, other, at: notebook.location, session)
            return (try revision(fork), try revision(other))
        }
    }
}

/// The bytes of items in both notebooks of a comparison: read at once, unless there are too many.
struct ItemTexts {
    private let sides: DiffSides
    private var old: [ComparedNotebook.Wanted: [UInt8]] = [:]
    private var new: [ComparedNotebook.Wanted: [UInt8]] = [:]

    /// The most bytes to keep in memory.
    private static let maximumBytes = 64 << 20

    init(of items: [FileDifference], _ sides: DiffSides) throws {
        self.sides = sides
        let size = items.reduce(0) { $0 + ($1.old?.size ?? 0) + ($1.new?.size ?? 0) }
        guard size <= Self.maximumBytes else { return }
        old = try sides.old.contents(of: items.compactMap(\.old?.wanted))
        new = try sides.new.contents(of: items.compactMap(\.new?.wanted))
    }

    /// The bytes of an item before and after; empty where it does not exist.
    func of(_ item: FileDifference) throws -> (old: [UInt8], new: [UInt8]) {
        (
            try item.old.map { try old[$0.wanted] ?? sides.old.content(of: $0) } ?? [],
            try item.new.map { try new[$0.wanted] ?? sides.new.content(of: $0) } ?? []
        )
    }
}

extension ComparedNotebook {
    /// The bytes of a file as it was compared.
    fileprivate func content(of file: ComparedFile) throws -> [UInt8] {
        try contents(of: [file.wanted])[file.wanted] ?? []
    }
}
