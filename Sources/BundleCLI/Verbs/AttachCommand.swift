import NotebookBundle
import NotebookFormat

/// The verb ‘attach’.
struct AttachCommand: Command {
    private static let files = Positional("FILE", "The files", isRepeated: true)

    static let verb = Verb(
        "attach", "Attach files to an item, with links at its end; images are embedded",
        details: "A file that is attached several times is stored once.",
        parameters: [Common.bundle, Common.item, files, Common.json] + Common.locking,
        examples: [("attach Recipes \"Apple pie\" pie.jpg", "keeps the image in blobs/ and shows it in the note")]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let attachments: [AttachmentRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let directory = try NotebookOpener(arguments, session).directory()
        let progress = ProgressLine(session, "attaching")
        let attachments = try arguments.all(Self.files).map { try attachment($0, progress) }
        let edit = try directory.edit { draft in
            let item = try draft.notebook.item(arguments[Common.item])
            let paths = try draft.attach(attachments, to: item)
            let new = paths.filter { draft.notebook.manifest[$0] == nil }
            return (entries: paths.compactMap { draft.entry($0) }, new: new, manifest: draft.manifest)
        }
        progress.finish()
        try EditNotes(session).tell(edit.recovery, edit.commit)
        if arguments[Common.json] {
            try session.printJSON(Answer(attachments: edit.result.entries.map(AttachmentRow.init)))
        } else {
            for entry in edit.result.entries { try session.print(PrintableText.escaped(entry.path.text)) }
        }
        try LinkNotes(session).tellShared(edit.result.new, in: edit.result.manifest)
        return .success
    }
}

/// An attachment in the answer.
private struct AttachmentRow: Encodable {
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
    private func attachment(_ path: String, _ progress: ProgressLine) throws -> Attachment {
        guard FileKind.following(session.absolute(path)) != nil else {
            throw SystemError.missing(session.displayed(session.absolute(path)))
        }
        let (directory, name) = OutsideFiles(session).split(OutsidePath.real(session.absolute(path)))
        let files = try DirectoryFiles(directory, name: session.displayed(directory))
        // Opened now, so that a file that cannot be read is reported before anything is changed.
        files.close(try files.open(DiskPath(name)))
        let size = try files.status(DiskPath(name))?.size ?? 0
        // A file behind a link gets the link's name.
        return Attachment(name: OutsideFiles(session).split(path).name, size: size) { write in
            try files.stream(DiskPath(name)) { bytes in
                progress.advance(bytes.count, name)
                try write(bytes)
            }
        }
    }
}
