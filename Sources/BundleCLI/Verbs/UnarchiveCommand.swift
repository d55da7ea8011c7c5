import NotebookBundle

/// The verb ‘unarchive’.
struct UnarchiveCommand: Command {
    private static let archive = Positional("FILE", "The archive: a zip or a tar; ‘-’ is standard input")
    private static let directory = Option.path(
        "directory", short: "C", "DIR", "Unpack into this directory (default: the current directory)")
    private static let output = Option.path(
        "output", short: "o", "PATH",
        "The notebook; .notebundle is added to its name if it is missing (default: as archived)")

    private static let maxSize = Option<UInt64>(
        "max-size", "SIZE", "Unpack at most this many bytes, such as 500M or 2G (default 64G)",
        expected: "a number of bytes, optionally followed by K, M, G or T", parse: ByteCount.parse)
    private static let maxFiles = Option<Int>(
        "max-files", "N", "Unpack at most this many files (default 1000000)"
    ) { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
    private static let replace = Flag(
        "replace", "Replace a notebook of the same name, once the new one is complete")

    static let verb = Verb(
        "unarchive", "Unpack a notebook from an archive",
        otherNames: ["unzip"],
        details: """
            Does not trust the archive: unpacks only files that the manifest lists, with the sizes and digests that it lists,
            and refuses links, special files and paths outside the notebook. The notebook appears as a whole, or not at all.

            --replace first compares both notebooks. It lists files that only the old notebook has, and asks before it replaces
            them; without a terminal, use --yes. The history keeps them, so that ‘undo’ brings them back; if it has no room for
            them, the old notebook stays beside the new one.
            """,
        parameters: [archive, directory, output, replace, Common.yes, maxSize, maxFiles, Common.json] + Common.reading,
        examples: [
            ("unarchive Recipes.notebundle.zip -C ~/Notebooks", "makes ~/Notebooks/Recipes.notebundle"),
            ("unarchive Recipes.notebundle.zip -o Old", "makes Old.notebundle in the current directory"),
            ("unarchive new.zip --replace", "replaces a notebook with the one in the archive"),
        ],
        statuses: [.finding: "the archive is damaged, or does not match its manifest"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        /// What was lost with the notebook that was replaced.
        let changes: [ChangeRow]?
        let path: String
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.directory, Self.output])
        let output = try arguments[Self.output].map(outputPlace)
        let archive = try NotebookFinder(session).archive(arguments[Self.archive])
        if FileKind.following(archive.path) == .directory {
            throw UsageError.badValue(
                "FILE", archive.path, reason: "\(session.displayed(archive.path)) is a directory, not an archive")
        }
        let named = try ArchivePasswords(arguments, session).unlocked(archive)
        var limits = ArchiveLimits()
        limits.expandedBytes = arguments[Self.maxSize] ?? limits.expandedBytes
        limits.members = arguments[Self.maxFiles] ?? limits.members
        let folder =
            output?.directory ?? arguments[Self.directory].map(session.absolute) ?? session.terminal.workingDirectory
        try ExternalFiles(session).refuseToWrite(folder)
        let progress = ProgressLine(session, "unpacking")
        let unpacked: Unpacked
        do {
            let question: ((String, [ReplacementLosses.Loss]) throws -> Void)? =
                arguments[Self.replace] ? { try confirm($0, $1) } : nil
            unpacked = try named.opened(session, limits: limits).unpack(
                into: folder, as: output?.name, listing: question,
                locking: NotebookOpener(arguments, session).locking, progress: progress)
        } catch is Declined {
            return .failure
        }
        progress.finish()
        let name = ExternalPath.name(of: unpacked.directory.path)
        let shown =
            arguments[Self.directory].map { $0.hasSuffix("/") ? $0 + name : $0 + "/" + name }
            ?? arguments[Self.output].map(NotebookLocation.withEnding) ?? name
        if arguments[Common.json] {
            let lost = unpacked.losses.map { ChangeRow(path: $0.path, change: "lost") }
            try session.printJSON(Answer(changes: lost.isEmpty ? nil : lost, path: shown))
        } else {
            try session.print("unpacked \(PrintableText.escaped(shown))")
            try session.print("fingerprint \(unpacked.fingerprint)")
            if unpacked.skipped > 0 {
                let names = unpacked.skippedPaths.map { PrintableText.escaped($0) }.joined(separator: ", ")
                let files = Wording.count(unpacked.skipped, "file")
                try session.note("note: skipped \(files) of an operating system: \(names)")
            }
        }
        if let replaced = unpacked.replaced {
            let name = PrintableText.quoted(replaced)
            try session.note("note: the history has no place for the replaced notebook, which is now \(name)")
        }
        return .success
    }
}

/// Nobody agreed that the notebook is replaced.
private struct Declined: Error {}

extension UnarchiveCommand {
    /// The directory and the name of the notebook to be made.
    private func outputPlace(_ word: String) throws -> (directory: String, name: String) {
        let path = session.absolute(word)
        guard NotebookLocation(at: path) != .folder else {
            throw UsageError.badValue(
                "--output", word, reason: "\(session.displayed(path)) is a folder", hint: "-C unpacks into a folder")
        }
        return ExternalFiles(session).split(NotebookLocation.withEnding(path))
    }

    /// Lists what would be lost, and asks.
    private func confirm(_ path: String, _ losses: [ReplacementLosses.Loss]) throws {
        let files = Wording.count(losses.count, "file")
        try session.note("\(session.displayed(path)): \(files) would be replaced or removed:")
        for loss in losses.prefix(Self.shownLosses) {
            try session.note("  \(PrintableText.escaped(loss.path)): \(loss.reason.words)")
        }
        if losses.count > Self.shownLosses { try session.note("  … and \(losses.count - Self.shownLosses) more") }
        guard try Confirmation(arguments, session).isGiven("Replace the notebook?", mustAsk: true) else {
            throw Declined()
        }
    }

    private static var shownLosses: Int { 10 }
}

/// Numbers of bytes as people write them.
enum ByteCount {
    /// Parses a number of bytes, or of kibibytes and so on: `500`, `20K`, `500M`, `2G`, `1T`.
    static func parse(_ text: String) -> UInt64? {
        let units = ["K", "M", "G", "T"]
        let unit = units.firstIndex { text.uppercased().hasSuffix($0) }
        guard let number = UInt64(unit == nil ? text : String(text.dropLast())) else { return nil }
        let (size, overflow) = number.multipliedReportingOverflow(by: 1 << UInt64(10 * ((unit ?? -1) + 1)))
        return overflow ? nil : size
    }
}

extension ReplacementLosses.Reason {
    /// Why a file would be lost, as a phrase after its path.
    fileprivate var words: String {
        switch self {
        case .notSealed: "not sealed"
        case .newer: "newer than in the archive"
        case .different: "different in the archive"
        case .missing: "not in the archive"
        }
    }
}
