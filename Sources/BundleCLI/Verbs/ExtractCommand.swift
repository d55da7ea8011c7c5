import NotebookBundle

/// The verb ‘extract’.
struct ExtractCommand: Command {
    private static let blob = Positional("BLOB", "The attachment: its path or its name", kind: .blob)
    private static let output = Option.path("output", short: "o", "FILE", "Write to this file; ‘-’ is standard output")
    private static let directory = Option.path(
        "directory", short: "C", "DIR", "Write into this directory, under the attachment’s own name")

    static let verb = Verb(
        "extract", "Extract an attachment under its original name",
        parameters: [Common.notebook, blob, output, directory, Common.json] + Common.reading,
        examples: [
            ("extract Recipes pie.jpg", "writes pie.jpg into the current directory"),
            ("extract Recipes pie.jpg -o -", "writes it to standard output"),
        ],
        statuses: [.finding: "BLOB matches no attachment, or several, or it is damaged"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let path: String
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.output, Self.directory])
        return try NotebookOpener(arguments, session).read { snapshot in
            let entry = try attachment(in: snapshot.listing)
            let name = BlobName(entry.path.name)?.readableName ?? String(entry.path.name)
            var hasher = SHA256()
            if arguments[Self.output] == "-" {
                guard
                    try snapshot.files.stream(
                        entry.path,
                        {
                            hasher.update($0); try session.write($0)
                        })
                else { throw NotebookError.gone(entry.path) }
                try ContentMismatch.check(hasher.finish(), entry)
                return .success
            }
            let folder = arguments[Self.directory] ?? ""
            let target = arguments[Self.output] ?? (folder.isEmpty ? name : folder + "/" + name)
            try ExternalFiles(session).refuseToWrite(target)
            let (place, file) = ExternalFiles(session).split(target)
            try DirectoryFiles(place, name: session.displayed(place)).writeWhole(
                file, environment: session.notebookEnvironment
            ) { write in
                guard
                    try snapshot.files.stream(
                        entry.path,
                        {
                            hasher.update($0); try write($0)
                        })
                else { throw NotebookError.gone(entry.path) }
                try ContentMismatch.check(hasher.finish(), entry)
            }
            if arguments[Common.json] {
                try session.printJSON(Answer(path: target))
            } else {
                try session.print(PrintableText.escaped(target))
            }
            return .success
        }
    }
}

extension ExtractCommand {
    /// The attachment that the command line names, also by a part of its name if only one has it.
    private func attachment(in notebook: NotebookListing) throws -> Entry {
        let word = arguments[Self.blob]
        do throws(NotebookError) {
            return try notebook.blob(word)
        } catch {
            guard case .noSuchBlob = error, let parts = NameParts(word) else { throw error }
            let found = notebook.manifest.entries(below: .blobs).filter { entry in
                BlobName(entry.path.name).map { parts.fit($0.readableName) != nil } ?? false
            }
            guard let entry = found.first, let name = BlobName(entry.path.name)?.readableName else { throw error }
            guard found.count == 1 else { throw NotebookError.ambiguousBlob(word, found.map(\.path.text)) }
            try session.note("note: using \(PrintableText.escaped(name)) for \(PrintableText.quoted(word))")
            return entry
        }
    }
}

/// A file whose content differs from the manifest.
private struct ContentMismatch: ToolFailure {
    let path: BundlePath

    static func check(_ digest: Digest, _ entry: Entry) throws {
        if digest != entry.digest { throw ContentMismatch(path: entry.path) }
    }

    var description: String { "\(PrintableText.escaped(path.text)) does not match its digest in the manifest" }
    var hint: String? { "restore the file from a backup, or run ‘bundle validate’" }
    var isFinding: Bool { true }
}
