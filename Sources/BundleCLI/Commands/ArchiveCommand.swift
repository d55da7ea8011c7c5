import Archives
import NotebookBundle
import NotebookFormat

/// The verb ‘archive’.
enum ArchiveCommand {
    private static let output = Option(
        "output", short: "o", "FILE", "The archive; ‘-’ is standard output (default: the notebook’s name and .zip)")
    private static let format = Option<ArchiveFormat>(
        "format", "FORMAT", "zip, tar, tar.gz, tar.zst or tar.xz (default: by the name of FILE)"
    ) { text in ArchiveFormat.allCases.first { $0.fileNameEnding == text } }
    private static let level = Option("level", "N", "How hard to compress: more is smaller and slower") { Int($0) }
    private static let seal = Flag("seal", "Take in first what was changed outside the tool")
    private static let withoutTrash = Flag("without-trash", "Leave out what is in the trash")

    static let verb = Verb(
        "archive", "Make one file of a notebook, which anybody can open: a zip or a tar",
        details: """
            Every file is verified while it is packed, and the same notebook always gives the same bytes. A notebook that was
            changed outside the tool is refused: seal it first, or use --seal. An archive that is there already is replaced.
            """,
        parameters: [Common.bundle, output, format, level, seal, withoutTrash, Common.json] + Common.locking,
        examples: [
            ("archive Recipes -o Recipes.notebundle.zip", "makes a zip"),
            ("archive Recipes -o - --format tar.zst | ssh host tee r.notebundle.tar.zst", "streams a tar"),
        ],
        statuses: [.finding: "the notebook is not as it was sealed, or damaged"]
    ) { arguments, session in
        let directory = try session.bundle(arguments)
        let name = session.split(directory.path).name
        let target = arguments[output] ?? name + "." + (arguments[format] ?? .zip).fileNameEnding
        guard let format = arguments[format] ?? ArchiveFormat(fileName: target) else {
            throw UsageError.conflict(
                "the format cannot be told from \(PrintableText.quoted(target)); --format names it")
        }
        if let level = arguments[level], format.levels?.contains(level) != true {
            throw UsageError.badValue("--level", "\(level)")
        }
        if arguments[seal] { try session.sealFirst(directory) }
        let progress = session.progress("packing")
        let pack = { (sink: any ArchiveSink) in
            try directory.read { tree in
                let packer = Packer(
                    tree, directoryName: name, withoutTrash: arguments[withoutTrash], progress: progress)
                return try packer.pack(format, level: arguments[level], to: sink)
            }
        }
        if target == "-" {
            _ = try pack(TerminalSink(session))
            return .success
        }
        let (folder, file) = session.split(target)
        let packed = try DirectoryFiles(folder, name: session.displayed(folder)).writeArchive(
            file, world: session.world, pack)
        progress.finish()
        if arguments[Common.json] {
            try session.print(Output(path: target))
        } else {
            try session.print("archived \(Wording.count(packed.files, "file")) into \(PrintableText.escaped(target))")
            if packed.inTrash > 0 {
                let count = Wording.count(packed.inTrash, "deleted file")
                try session.note("note: the archive carries \(count); --without-trash leaves them out")
            }
        }
        return .success
    }
}

/// The verb ‘unarchive’.
enum UnarchiveCommand {
    private static let archive = Positional("FILE", "The archive: a zip or a tar")
    private static let directory = Option(
        "directory", short: "C", "DIR", "Unpack into this directory (default: the current one)")

    static let verb = Verb(
        "unarchive", "Take a notebook out of an archive",
        details: """
            The archive is not trusted: only what the manifest lists comes out, with the sizes and digests that it lists;
            links, special files and paths that leave are refused. The notebook appears as a whole, or not at all.
            """,
        parameters: [archive, directory, Common.json],
        examples: [("unarchive Recipes.notebundle.zip -C ~/Notebooks", "makes ~/Notebooks/Recipes.notebundle")],
        statuses: [.finding: "the archive is damaged, or not what its manifest says"]
    ) { arguments, session in
        let path = try session.existingPath(arguments[archive])
        let tree = try ArchiveTree(path, name: session.displayed(path))
        let folder = arguments[directory].map(session.absolute) ?? session.terminal.workingDirectory
        let progress = session.progress("unpacking")
        let unpacker = Unpacker(tree, progress: progress)
        let name = try unpacker.directoryName(archive: session.split(path).name)
        var bundle = try NewBundle(name, in: folder, world: session.world)
        try unpacker.unpack(into: &bundle)
        let fingerprint = try bundle.finishAsWritten()
        progress.finish()
        let shown = arguments[directory].map { $0.hasSuffix("/") ? $0 + name : $0 + "/" + name } ?? name
        if arguments[Common.json] {
            try session.print(Output(path: shown))
        } else {
            try session.print("unpacked \(PrintableText.escaped(shown))")
            try session.print("fingerprint \(fingerprint)")
        }
        return .success
    }
}

/// Standard output as a place for archives.
private final class TerminalSink: ArchiveSink {
    private let session: Session
    let canOverwrite = false

    init(_ session: Session) { self.session = session }

    func write(_ bytes: ArraySlice<UInt8>) throws { try session.write(Array(bytes)) }

    func overwrite(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws {}

    func flush() throws {}
}

extension Session {
    /// Seals a notebook before it is archived, and says so.
    fileprivate func sealFirst(_ directory: NotebookDirectory) throws {
        let progress = progress("sealing")
        let sealing = try directory.seal(progress: progress)
        progress.finish()
        try tell(sealing.recovery)
        try tell(sealing.commit)
        if let commit = sealing.commit { try note("note: sealed as \(commit.fingerprint)") }
    }
}
