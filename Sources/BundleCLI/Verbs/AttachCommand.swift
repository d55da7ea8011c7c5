import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The verb ‘attach’.
enum AttachCommand {
    private static let files = Positional("FILE", "The files", isRepeated: true)

    static let verb = Verb(
        "attach", "Attach files to an item, with links at its end; images are embedded",
        details: "A file that is attached several times is stored once.",
        parameters: [Common.bundle, Common.item, files, Common.json] + Common.locking,
        examples: [("attach Recipes \"Apple pie\" pie.jpg", "keeps the image in blobs/ and shows it in the note")]
    ) { arguments, session in
        let directory = try session.bundle(arguments)
        let progress = session.progress("attaching")
        let attachments = try arguments.all(files).map { try session.attachment($0, progress) }
        let edit = try directory.edit { draft in
            let item = try draft.notebook.item(arguments[Common.item])
            let paths = try draft.attach(attachments, to: item)
            let new = paths.filter { draft.notebook.manifest[$0] == nil }
            return (entries: paths.compactMap { draft.entry($0) }, new: new, manifest: draft.manifest)
        }
        progress.finish()
        try session.tell(edit.recovery)
        try session.tell(edit.commit)
        if arguments[Common.json] {
            try session.print(Output(attachments: edit.result.entries.map(Output.AttachmentOutput.init)))
        } else {
            for entry in edit.result.entries { try session.print(PrintableText.escaped(entry.path.text)) }
        }
        try session.tellShared(edit.result.new, in: edit.result.manifest)
        return .success
    }
}

/// The verb ‘extract’.
enum ExtractCommand {
    private static let blob = Positional("BLOB", "The attachment: its path or its name")
    private static let output = Option.path("output", short: "o", "FILE", "Write to this file; ‘-’ is standard output")
    private static let directory = Option.path(
        "directory", short: "C", "DIR", "Write into this directory, under the attachment’s own name")

    static let verb = Verb(
        "extract", "Extract an attachment under its original name",
        parameters: [Common.notebook, blob, output, directory, Common.json] + Common.reading,
        examples: [
            ("extract Recipes pie.jpg", "writes pie.jpg into this directory"),
            ("extract Recipes pie.jpg -o -", "writes it to standard output"),
        ]
    ) { arguments, session in
        try arguments.requireAtMostOne(of: [output, directory])
        return try session.read(arguments) { files in
            let entry = try Notebook(files).blob(arguments[blob])
            let name = BlobName(entry.path.name)?.readableName ?? String(entry.path.name)
            var hasher = SHA256()
            if arguments[output] == "-" {
                guard
                    try files.stream(
                        entry.path,
                        {
                            hasher.update($0); try session.write($0)
                        })
                else { throw NotebookError.gone(entry.path) }
                try ContentMismatch.check(hasher.finish(), entry)
                return .success
            }
            let folder = arguments[directory] ?? ""
            let target = arguments[output] ?? (folder.isEmpty ? name : folder + "/" + name)
            try session.refuseToWrite(target)
            let (place, file) = session.split(target)
            try DirectoryFiles(place, name: session.displayed(place)).writeWhole(file, world: session.world) { write in
                guard
                    try files.stream(
                        entry.path,
                        {
                            hasher.update($0); try write($0)
                        })
                else { throw NotebookError.gone(entry.path) }
                try ContentMismatch.check(hasher.finish(), entry)
            }
            try session.print(arguments[Common.json] ? .init(path: target) : nil, or: PrintableText.escaped(target))
            return .success
        }
    }
}

/// A file does not have the content that the manifest lists.
struct ContentMismatch: Failure {
    let path: BundlePath

    static func check(_ digest: Digest, _ entry: Entry) throws {
        if digest != entry.digest { throw ContentMismatch(path: entry.path) }
    }

    var description: String { "\(PrintableText.escaped(path.text)) does not have the content that the manifest lists" }
    var hint: String? { "take the file from a copy, or run ‘bundle validate’" }
    var isFinding: Bool { true }
}

extension Output.AttachmentOutput {
    init(_ entry: Entry) {
        self.init(
            path: entry.path.text, name: BlobName(entry.path.name)?.readableName ?? String(entry.path.name),
            size: entry.size,
            sha256: entry.digest.description)
    }
}

extension Session {
    fileprivate func attachment(_ path: String, _ progress: ProgressLine) throws -> Attachment {
        guard FileKind.following(absolute(path)) != nil else {
            throw SystemError.missing(displayed(absolute(path)))
        }
        let (directory, name) = split(OutsidePath.real(absolute(path)))
        let files = try DirectoryFiles(directory, name: displayed(directory))
        // Opened now: what cannot be read is said before anything is changed.
        files.close(try files.open(DiskPath(name)))
        let size = try files.status(DiskPath(name))?.size ?? 0
        // A file behind a link has the link's name.
        return Attachment(name: split(path).name, size: size) { write in
            try files.stream(DiskPath(name)) { bytes in
                progress.advance(bytes.count, name)
                try write(bytes)
            }
        }
    }

    /// Prints an answer as JSON, if there is one, or else as text.
    func print(_ output: Output?, or text: String) throws {
        if let output { try print(output) } else { try print(text) }
    }
}
