import NotebookBundle
import NotebookFormat

/// What ‘archive --check’ does.
struct ArchiveCheck {
    /// What --json prints.
    private struct Answer: Encodable {
        let path: String
        let comparison: ComparisonRow
    }

    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Tells whether a file is the archive that would be made of a notebook.
    func compare(
        _ file: String, with directory: NotebookDirectory, _ name: String, _ part: NotebookPart?, level: Int?,
        withoutTrash: Bool
    ) throws -> ExitStatus {
        let archive = try ArchivePasswords(arguments, session).unlocked(try NotebookFinder(session).archive(file))
        let progress = ProgressLine(session, "comparing")
        let verdict = try directory.readTree { tree in
            let packer = Packer(tree, directoryName: name, withoutTrash: withoutTrash, part: part, progress: progress)
            return try ArchiveComparison(archive.source, name: archive.name, with: packer, level: level)
        }
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
        case .same: ["\(file) is what \(notebook) gives, to the byte"]
        case .members(let differences): ["\(file) has other members than \(notebook):"] + differences.map(\.line)
        case .bytes(let offset):
            ["\(file) has the same members as \(notebook), but other bytes from \(offset) on"]
        case .encrypted:
            ["\(file) has the same members as \(notebook); it is encrypted, and no two of those have the same bytes"]
        }
    }

    fileprivate func hint(_ tool: String) -> String? {
        switch self {
        case .same, .encrypted: nil
        case .members(let differences) where differences.allSatisfy(\.isTrash):
            "--without-trash compares with an archive that leaves the trash out"
        case .members: nil
        case .bytes:
            "another program made it, another --level, or other libraries for compression (‘\(tool) --version’)"
        }
    }
}

extension ArchiveComparison.Difference {
    fileprivate var line: String {
        let path = PrintableText.escaped(path)
        switch kind {
        case .content: return "  \(path) has another content"
        case .onlyInNotebook: return "  \(path) is only in the notebook"
        case .onlyInArchive: return "  \(path) is only in the archive"
        case .directory: return "  \(path.isEmpty ? "the top level" : path) holds the members"
        }
    }

    /// Whether it is explained by an archive without trash.
    fileprivate var isTrash: Bool {
        kind == .onlyInNotebook && path.hasPrefix("trash/") || kind == .content && path == "manifest.json"
    }
}

/// How an archive compares with what would be written, in the answer.
private struct ComparisonRow: Encodable {
    let members: String
    /// Left out where the members differ.
    var bytes: String?
    /// Where the bytes begin to differ.
    var offset: UInt64?
    var differences: [DifferenceRow]?

    struct DifferenceRow: Encodable {
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
