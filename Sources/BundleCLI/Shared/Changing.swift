import NotebookBundle
import NotebookFormat

extension Common {
    static let dryRun = Flag("dry-run", "Change nothing; show what would change, as a diff for ‘git apply’")
}

extension Session {
    /// Makes a change, or shows it with --dry-run; `nil` if it was shown.
    func edit<Result>(
        _ directory: NotebookDirectory, _ arguments: Arguments, _ body: (inout Draft) throws -> Result
    ) throws -> TriedEdit<Result> {
        guard arguments[Common.dryRun] else { return .made(try directory.edit(body)) }
        let preview = try directory.preview(body)
        try tell(preview.links)
        try show(preview, arguments)
        return .shown(Self.status(of: preview.links))
    }

    /// What a change ends with: links that could not be kept are something found.
    static func status(of links: LinkKeeping) -> ExitStatus { links.unkept.isEmpty ? .success : .finding }

    private func show<Result>(_ preview: EditPreview<Result>, _ arguments: Arguments) throws {
        let patch = preview.files.flatMap { GitPatch($0).bytes }
        guard !arguments[Common.json] else {
            return try print(
                Output(
                    changes: preview.files.compactMap(Output.ChangeOutput.init),
                    unkept: Output.unkept(preview.links), diff: String(decoding: patch, as: UTF8.self)))
        }
        guard terminal.outputIsTerminal else { return try write(patch) }
        for file in preview.files { try show(file) }
    }

    /// Shows a change to a person.
    private func show(_ file: FileChange) throws {
        // The manifest follows from the others.
        guard file.newPath != .manifest else { return }
        let (old, new) = (file.oldPath?.text, file.newPath?.text)
        if let old, let path = file.newPath, TrashedPath(path) != nil {
            try print("trashed  \(PrintableText.escaped(old))")
        } else if let old, let new, old != new {
            try print("renamed  \(PrintableText.escaped(old)) -> \(PrintableText.escaped(new))")
        } else if let old, new == nil {
            return try print("deleted  \(PrintableText.escaped(old))")
        }
        for line in UnifiedDiff(new ?? "", was: old, file.old, file.new).text(style) { try print(line) }
    }

    /// Shows the change of a text of a notebook at a path, to a person or to `git apply`.
    func show(_ change: TextChange, in notebook: String) throws {
        let name = "\(notebook)/\(change.path)"
        guard terminal.outputIsTerminal else {
            return try write(GitPatch(name, change.old, change.new).bytes)
        }
        for line in UnifiedDiff(name, change.old, change.new).text(style) { try print(line) }
    }

    /// Tells of what could not be kept, and of what follows besides links.
    func tell(_ links: LinkKeeping) throws {
        for name in links.smartFolders {
            try note("note: the query of the smart folder \(PrintableText.quoted(name)) follows")
        }
        for lost in links.unkept {
            let position = lost.link.position
            let place = "\(PrintableText.escaped(lost.item.text)):\(position.line):\(position.column)"
            try note("note: \(place): the link cannot be updated")
        }
    }
}

/// What became of a change.
enum TriedEdit<Result> {
    case made(EditResult<Result>)
    /// It was only shown, and the tool ends with a status.
    case shown(ExitStatus)
}

extension Output {
    /// The links that could not be kept; `nil` if there are none.
    static func unkept(_ links: LinkKeeping?) -> [UnkeptOutput]? {
        guard let links, !links.unkept.isEmpty else { return nil }
        return links.unkept.map { lost in
            UnkeptOutput(
                path: lost.item.text, line: lost.link.position.line, column: lost.link.position.column,
                target: lost.link.written)
        }
    }
}

extension Output.ChangeOutput {
    fileprivate init?(_ file: FileChange) {
        guard let path = file.newPath ?? file.oldPath, path != .manifest else { return nil }
        let isMoved = file.oldPath != nil && file.newPath != nil && file.oldPath != file.newPath
        let change = file.newPath == nil ? "removed" : file.oldPath == nil ? "added" : isMoved ? "moved" : "changed"
        self.init(path: path.text, change: change, from: isMoved ? file.oldPath?.text : nil)
    }
}
