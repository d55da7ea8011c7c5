import NotebookBundle

/// The verb ‘archive’.
struct ArchiveCommand: Command {
    private static let output = Option.path(
        "output", short: "o", "FILE", "The archive; ‘-’ is standard output (default: the notebook’s name and .zip)")
    private static let format = Option<ArchiveFormat>(
        "format", "FORMAT", "\(Wording.list(ArchiveFormat.allCases)) (default: by the name of FILE)",
        kind: .words(ArchiveFormat.allCases.map(\.fileNameEnding)),
        expected: ArchiveFormat.allCases.map(\.fileNameEnding).alternatives
    ) { ArchiveFormat(name: $0) }
    private static let level = Option("level", "N", "The compression level: higher is smaller and slower") { Int($0) }
    private static let check = Option.path(
        "check", "FILE", "Write nothing; compare FILE with the archive that would be written")
    private static let seal = Flag("seal", "First accept changes made outside the tool")
    private static let withoutTrash = Flag("without-trash", "Leave out the trash")
    private static let withStudy = Flag("with-study", "Include the reviews of cards, your progress with ‘study’")
    private static let withHistory = Flag(
        "with-history", "Include the history and the reviews, so that changes can be undone after unpacking")

    private static let only = Option.path(
        "only", "FOLDER", "Only items in this folder; if repeated, in any of these folders", kind: .folder)
    private static let tag = TagOption.option(
        "tag", "Only items with this tag or one below it; if repeated, with all of them")
    private static let encrypt = Flag("encrypt", "Encrypt the contents of all files with a password (zip, AES-256)")

    static let verb = Verb(
        "archive", "Pack a notebook into one file that anybody can open: a zip or a tar",
        otherNames: ["pack", "zip"],
        details: """
            Verifies every file while packing it; the same notebook always gives the same bytes. Refuses a notebook that was
            changed outside the tool: seal it first, or use --seal. Replaces an existing archive.

            --level is \(ArchiveFormat.levelsInWords).
            --encrypt asks for the password twice, or reads it from a file or descriptor; names and sizes stay visible.
            --only and --tag pack a part as a notebook of its own, with the attachments that its items use; items keep their
            uuids, and links to items that are left out are reported. All files in archives have the same fixed date, even
            with SOURCE_DATE_EPOCH.
            """,
        parameters: [Common.bundle, output, format, level, check, seal, withoutTrash, withStudy, withHistory]
            + [only, tag, encrypt, Common.json] + Common.reading,
        examples: [
            ("archive Recipes -o Recipes.notebundle.zip", "makes a zip"),
            ("archive Recipes -o - --format tar.zst | ssh host tee r.notebundle.tar.zst", "streams a tar"),
            ("archive Recipes --only Desserts --encrypt", "packs a part, encrypted with a password"),
            (
                "archive Recipes --check Recipes.notebundle.zip",
                "says whether the zip matches the notebook as it is now"
            ),
        ],
        statuses: [
            .finding: "the notebook was changed outside the tool or is damaged; with --check, FILE does not match"
        ]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let path: String
        /// The links of a part to files that were left out.
        let leaving: [LeavingRow]?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let writing: [any Parameter] = [Self.output, Self.format, Self.seal, Self.encrypt]
        for option in writing { try arguments.requireAtMostOne(of: [Self.check, option]) }
        for option: any Parameter in [Self.withoutTrash, Self.only, Self.tag] {
            try arguments.requireAtMostOne(of: [Self.withHistory, option])
        }
        let notebook = try NotebookOpener(arguments, session).directory(arguments[Common.bundle])
        let part = try part(of: notebook, arguments.all(Self.only), arguments.all(Self.tag))
        var options = options(part)
        let name = try notebook.directory.name(inArchivesWith: options)
        if let file = arguments[Self.check] {
            return try ArchiveCheck(arguments, session).compare(file, with: notebook, name, options)
        }
        let given = arguments[Self.output] ?? usualTarget(name, notebook)
        let target = ReportTargets.standardOutput.contains(given) ? "-" : given
        guard let format = arguments[Self.format] ?? ArchiveFormat(fileName: target) else {
            throw UsageError.conflict(
                "cannot tell the format from the name \(PrintableText.quoted(target)); use --format")
        }
        if let level = arguments[Self.level], format.levels?.contains(level) != true {
            throw UsageError.badValue("--level", "\(level)", hint: format.levelHint)
        }
        if !arguments[Self.encrypt], let secret = Common.secrets.first(where: arguments.isGiven) {
            throw UsageError.conflict("\(secret.form.key) needs --encrypt")
        }
        if target == "-", session.terminal.outputIsTerminal {
            throw UsageError.conflict("will not write an archive to a terminal; use -o FILE")
        }
        if arguments[Self.encrypt] {
            options.password = String(
                decoding: try ArchivePasswords(arguments, session).new(for: format), as: UTF8.self)
        }
        if arguments[Self.seal] { try sealFirst(notebook) }
        let progress = ProgressLine(session, "packing")
        if options.password != nil {
            try session.note("note: only contents are encrypted; the names, sizes and number of files stay visible")
        }
        if target == "-" {
            try report(
                try notebook.archive(as: format, options: options, progress: progress, to: session.write).leaving)
            return .success
        }
        let (folder, file) = try place(of: target)
        let packed = try notebook.archive(file, in: folder, as: format, options: options, progress: progress)
        progress.finish()
        if arguments[Common.json] {
            let leaving = part == nil ? nil : packed.leaving.map(LeavingRow.init)
            try session.printJSON(Answer(path: target, leaving: leaving))
        } else {
            try session.print("archived \(Wording.count(packed.files, "file")) into \(PrintableText.escaped(target))")
            try report(packed.leaving)
            if packed.inTrash > 0 {
                let count = Wording.count(packed.inTrash, "deleted file")
                try session.note("note: the archive contains \(count); use --without-trash to leave out the trash")
            }
            if packed.studyLeftOut {
                try session.note("note: your progress with ‘study’ is left out; use --with-study to include it")
            }
        }
        return .success
    }
}

extension ArchiveCommand {
    /// The default place of an archive: in the working directory, or beside the notebook if that directory is inside it.
    private func usualTarget(_ name: String, _ notebook: Notebook) -> String {
        let file = name + "." + (arguments[Self.format] ?? .zip).fileNameEnding
        guard ExternalPath.isInside(session.terminal.workingDirectory, notebook.location) else { return file }
        return session.displayed(ExternalPath.below(ExternalPath.parent(of: notebook.location), file))
    }

    /// The directory and the name of a new archive; links are followed, but for those to pipes, which lead to no path.
    private func place(of target: String) throws(UsageError) -> (String, String) {
        try ExternalFiles(session).refuseToWrite(target)
        let path = session.absolute(target)
        let isFollowed = FileKind.at(path) == .symbolicLink && FileKind.following(path) != .special
        return ExternalFiles(session).split(isFollowed ? ExternalPath.real(path) : path)
    }

    /// What goes into the archive.
    private func options(_ part: NotebookPart?) -> ArchiveOptions {
        var options = ArchiveOptions()
        options.level = arguments[Self.level]
        options.leavesOutTrash = arguments[Self.withoutTrash]
        options.includesHistory = arguments[Self.withHistory]
        // Earlier states of a history are those of the whole notebook.
        options.includesStudy = arguments[Self.withStudy] || options.includesHistory
        options.part = part
        return options
    }

    /// The selected part; `nil` for the whole notebook.
    private func part(of notebook: Notebook, _ folders: [String], _ tags: [Tag]) throws -> NotebookPart? {
        guard !folders.isEmpty || !tags.isEmpty else { return nil }
        let found = try notebook.read { snapshot in
            let listing = snapshot.listing
            let spellings = listing.tagUses(try listing.itemTags(snapshot.files)).compactMap { Tag(exactly: $0.name) }
            return (
                try folders.map { try listing.folder($0) },
                tags.map { tag in spellings.first { $0.key == tag.key } ?? tag }
            )
        }
        return NotebookPart(folders: found.0, tags: found.1)
    }

    /// Reports links to files that were left out.
    private func report(_ links: [NotebookPart.LeavingLink]) throws {
        guard links.count > Self.fewLinks else {
            for link in links {
                let (item, target) = (PrintableText.escaped(link.item.text), PrintableText.escaped(link.target.text))
                let place = "\(item):\(link.position.line):\(link.position.column)"
                try session.note("note: \(place): leads to \(target), which is left out")
            }
            return
        }
        let items = Dictionary(grouping: links, by: \.item)
        let targets = Set(links.map(\.target))
        try session.note(
            "note: \(Wording.count(links.count, "link")) in \(Wording.count(items.count, "item")) lead to \(Wording.count(targets.count, "file")) left out:"
        )
        for (item, links) in items.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }).prefix(
            Self.fewLinks)
        {
            try session.note("  \(PrintableText.escaped(item.text)): \(Wording.count(links.count, "link"))")
        }
        if items.count > Self.fewLinks {
            try session.note("  … and \(items.count - Self.fewLinks) more; --json lists each link")
        }
    }

    /// Up to this many links, or items with links, are listed one by one.
    private static var fewLinks: Int { 5 }

    /// Seals a notebook before it is archived, and says so.
    private func sealFirst(_ notebook: Notebook) throws {
        let progress = ProgressLine(session, "sealing")
        let sealing = try notebook.seal(progress: progress)
        progress.finish()
        try EditNotes(session).report(sealing.recovery, sealing.commit)
        if let commit = sealing.commit { try session.note("note: sealed as \(commit.fingerprint)") }
    }
}

extension ArchiveFormat {
    /// The accepted levels.
    fileprivate var levelHint: String {
        guard let levels else { return "a \(fileNameEnding) is not compressed" }
        return "the levels of \(fileNameEnding) are \(levels.lowerBound) to \(levels.upperBound)"
    }

    /// The levels of all formats, and their defaults.
    fileprivate static var levelsInWords: String {
        var rows: [(words: String, formats: [ArchiveFormat])] = []
        for format in allCases {
            guard let levels = format.levels, let usual = format.defaultLevel else { continue }
            if let row = rows.firstIndex(where: {
                $0.formats[0].levels == levels && $0.formats[0].defaultLevel == usual
            }) {
                rows[row].formats.append(format)
            } else {
                rows.append(("(\(rows.isEmpty ? "default " : "")\(usual))", [format]))
            }
        }
        return rows.map { row in
            let levels = row.formats[0].levels.map { "\($0.lowerBound) to \($0.upperBound)" } ?? ""
            return "\(levels) for \(Wording.list(row.formats, "and")) \(row.words)"
        }.joined(separator: ", ")
    }
}

/// A link of a part to a file that was left out, in the answer.
private struct LeavingRow: JSONRow {
    let path: String
    let line: Int
    let column: Int
    let target: String

    init(_ link: NotebookPart.LeavingLink) {
        path = link.item.text
        line = link.position.line
        column = link.position.column
        target = link.target.text
    }
}
