import NotebookBundle

/// The check of ‘archive --check’.
struct ArchiveCheck {
    /// What --json prints.
    private struct Answer: JSONRow {
        let path: String
        let comparison: ComparisonRow
    }

    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Reports whether a file equals the archive that a notebook would give.
    func compare(
        _ file: String, with notebook: Notebook, _ name: String, _ options: ArchiveOptions
    ) throws -> ExitStatus {
        let archive = try ArchivePasswords(arguments, session).unlocked(try NotebookFinder(session).archive(file))
        let progress = ProgressLine(session, "comparing")
        let verdict = try notebook.comparison(with: archive.opened(session), options: options, progress: progress)
        progress.finish()
        if arguments[Common.json] {
            try session.printJSON(Answer(path: file, comparison: ComparisonRow(verdict)))
        } else {
            for line in verdict.lines(archive.name, PrintableText.escaped(name)) { try session.print(line) }
            if let hint = verdict.hint(session.tool) { try session.note("hint: \(hint)") }
        }
        return verdict == .same || verdict == .encrypted ? .success : .finding
    }
}

extension ArchiveComparison {
    fileprivate func lines(_ file: String, _ notebook: String) -> [String] {
        switch self {
        case .same: ["\(file) is identical to a new archive of \(notebook)"]
        case .members(let differences): ["\(file) does not match \(notebook):"] + differences.map(\.line)
        case .bytes(let offset):
            ["\(file) has the same members as \(notebook), but the bytes differ from offset \(offset)"]
        case .encrypted:
            ["\(file) has the same members as \(notebook); encrypted archives never have the same bytes twice"]
        }
    }

    fileprivate func hint(_ tool: String) -> String? {
        switch self {
        case .same, .encrypted: nil
        case .members(let differences) where differences.allSatisfy(\.isTrash):
            "--without-trash compares with an archive without the trash"
        case .members: nil
        case .bytes:
            "it was made by another program, with another --level, or with other compression libraries (‘\(tool) --version’)"
        }
    }
}

extension ArchiveComparison.Difference {
    fileprivate var line: String {
        let path = PrintableText.escaped(path)
        switch kind {
        case .content: return "  \(path) has different content"
        case .onlyInNotebook: return "  \(path) is only in the notebook"
        case .onlyInArchive: return "  \(path) is only in the archive"
        case .directory: return "  \(path.isEmpty ? "the top level" : path) contains the members"
        }
    }

    /// Whether an archive without the trash would explain it.
    fileprivate var isTrash: Bool {
        kind == .onlyInNotebook && path.hasPrefix("trash/") || kind == .content && path == "manifest.json"
    }
}

/// The result of comparing an archive with a notebook, in the answer.
private struct ComparisonRow: JSONRow {
    let members: String
    /// Left out if the members differ.
    var bytes: String?
    /// Where the bytes begin to differ.
    var offset: UInt64?
    var differences: [DifferenceRow]?

    struct DifferenceRow: JSONRow {
        let path: String
        let difference: String
    }
}

extension ComparisonRow {
    init(_ comparison: ArchiveComparison) {
        switch comparison {
        case .same: self.init(members: "same", bytes: "same")
        case .bytes(let offset): self.init(members: "same", bytes: "different", offset: offset)
        case .encrypted: self.init(members: "same", bytes: "different")
        case .members(let differences):
            self.init(
                members: "different",
                differences: differences.map { .init(path: $0.path, difference: $0.kind.rawValue) })
        }
    }
}
