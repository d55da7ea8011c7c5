import NotebookBundle

/// The verb ‘attach’.
struct AttachCommand: Command {
    private static let files = Positional(
        "FILE", "The files; for a folder, all files in it, at any depth, after asking", isRepeated: true)
    private static let front = Flag("front", "Put the links at the end of the front of a card")
    private static let yes = Flag("yes", "Attach the files of folders without asking")

    static let verb = Verb(
        "attach", "Attach files to an item, with links at its end; images are embedded",
        details: """
            Stores a file only once, even if it is attached several times.
            """,
        parameters: [Common.bundle, Common.item, files, front, yes, Common.json] + Common.guarding,
        examples: [("attach Recipes \"Apple pie\" pie.jpg", "keeps the image in blobs/ and shows it in the note")],
        statuses: [.finding: "ITEM matches no item, or several"], partialNames: .acceptedAtTerminal()
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let attachments: [AttachmentRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        let progress = ProgressLine(session, "attaching")
        guard let paths = try attachedPaths() else { return .failure }
        let attachments = try paths.map { try attachment($0, progress) }
        let edit = try notebook.edit { draft in
            let item = try draft.listing.item(arguments[Common.item])
            if arguments[Self.front], item.type != .card { throw UsageError.conflict("only cards have a front") }
            try Expectation(arguments, session).check(item, in: draft)
            let paths = try draft.attach(attachments, to: item, atFront: arguments[Self.front])
            let new = paths.filter { draft.listing.manifest[$0] == nil }
            let entries = paths.compactMap { draft.entry($0) }
            return (entries: entries, new: new, before: draft.listing.manifest, after: draft.manifest)
        }
        progress.finish()
        try EditNotes(session).report(edit.recovery, edit.commit)
        if arguments[Common.json] {
            try session.printJSON(Answer(attachments: edit.result.entries.map(AttachmentRow.init)))
        } else {
            for entry in edit.result.entries { try session.print(PrintableText.escaped(entry.path.text)) }
        }
        try LinkNotes(session).reportShared(
            edit.result.new, from: edit.result.before, to: edit.result.after, in: notebook)
        return .success
    }
}

/// An attachment in the answer.
private struct AttachmentRow: JSONRow {
    let path: String
    let name: String
    let size: Int
    let sha256: String

    init(_ entry: Entry) {
        path = entry.path.text
        name = BlobName(entry.path.name)?.readableName ?? String(entry.path.name)
        size = entry.size
        sha256 = entry.digest.description
    }
}

extension AttachCommand {
    /// The files to attach, including those in folders; `nil` if the user declines.
    private func attachedPaths() throws -> [String]? {
        var paths: [String] = []
        for word in arguments.all(Self.files) {
            guard FileKind.following(session.absolute(word)) == .directory else {
                paths.append(word)
                continue
            }
            let path = session.absolute(word)
            let shown = session.displayed(path)
            guard NotebookLocation.around(ExternalPath.real(path)) == nil else { throw AttachedFolder.notebook(shown) }
            let below = try FilesBelow(path)
            let found = below.paths
            guard !found.isEmpty else { throw AttachedFolder.empty(shown) }
            guard arguments[Self.yes] || session.terminal.inputIsTerminal else {
                throw AttachedFolder.notAsked(shown, found.count, below.leftOut)
            }
            let without = below.leftOut.map { " (left out: \($0))" } ?? ""
            let question = "\(shown) is a folder. Attach its \(Wording.count(found.count, "file"))\(without)?"
            if arguments[Self.yes], let leftOut = below.leftOut {
                try session.note("note: left out of \(shown): \(leftOut)")
            }
            guard try arguments[Self.yes] || session.confirm(question) else {
                try session.note("nothing was changed")
                return nil
            }
            paths += found
        }
        return paths
    }

    private func attachment(_ path: String, _ progress: ProgressLine) throws -> Attachment {
        guard FileKind.following(session.absolute(path)) != nil else {
            let (directory, name) = ExternalFiles(session).split(path)
            let names = (try? FilesBelow.names(directory)) ?? []
            throw MissingFile(
                path: session.displayed(session.absolute(path)), like: Similarity.nearest(to: name, in: names))
        }
        let (directory, name) = ExternalFiles(session).split(ExternalPath.real(session.absolute(path)))
        let files = try DirectoryFiles(directory, name: session.displayed(directory))
        // Opened now, so that a file that cannot be read is reported before anything is changed.
        files.close(try files.open(DiskPath(name)))
        let size = try files.status(DiskPath(name))?.size ?? 0
        // A file behind a link gets the link's name.
        return Attachment(name: ExternalFiles(session).split(path).name, size: size) { write in
            try files.stream(DiskPath(name)) { bytes in
                progress.advance(bytes.count, name)
                try write(bytes)
            }
        }
    }
}

/// Why the files of a folder cannot be attached.
private enum AttachedFolder: ToolFailure {
    case empty(String)
    case notAsked(String, Int, String?)
    /// It is a notebook, or in one.
    case notebook(String)

    var description: String {
        switch self {
        case .empty(let path): "\(path) is a folder without files"
        case .notAsked(let path, let count, let leftOut):
            "\(path) is a folder with \(Wording.count(count, "file"))\(leftOut.map { " (left out: \($0))" } ?? "")"
        case .notebook(let path): "\(path) is a notebook, or a folder in one"
        }
    }

    var hint: String? {
        switch self {
        case .empty: "name files, or a folder with files"
        case .notAsked: "--yes attaches its files"
        case .notebook: "‘bundle archive’ makes a file of a notebook; single files can be attached by their names"
        }
    }
}

/// A file to attach does not exist.
private struct MissingFile: ToolFailure {
    let path: String
    let like: [String]

    var description: String { SystemError.missing(path).description }
    var hint: String? {
        like.isEmpty ? "check the path" : "did you mean \(like.map { PrintableText.escaped($0) }.alternatives)?"
    }
}
