import NotebookBundle
import NotebookFormat

extension Session {
    /// Tells whether a file is the archive that would be made of a notebook.
    func compare(
        _ file: String, with directory: NotebookDirectory, _ name: String, _ part: NotebookPart?, level: Int?,
        _ arguments: Arguments, withoutTrash: Bool, asJSON: Bool
    ) throws -> ExitStatus {
        let archive = try unlocked(try archive(file), arguments)
        let progress = progress("comparing")
        let verdict = try directory.read { tree in
            let packer = Packer(tree, directoryName: name, withoutTrash: withoutTrash, part: part, progress: progress)
            return try ArchiveComparison(archive.source, name: archive.name, with: packer, level: level)
        }
        progress.finish()
        if asJSON {
            var output = Output(path: file)
            output.comparison = Output.ComparisonOutput(verdict)
            try print(output)
        } else {
            for line in verdict.lines(archive.name, PrintableText.escaped(name)) { try print(line) }
            if let hint = verdict.hint(tool) { try note("hint: \(hint)") }
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

extension Output.ComparisonOutput {
    fileprivate init(_ comparison: ArchiveComparison) {
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
