import NotebookBundle
import NotebookFormat

/// The verb ‘unarchive’.
enum UnarchiveCommand {
    private static let archive = Positional("FILE", "The archive: a zip or a tar; ‘-’ is standard input")
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
        let named = try session.archive(arguments[archive])
        let tree = try ArchiveTree(named.source, name: named.name)
        let folder = arguments[directory].map(session.absolute) ?? session.terminal.workingDirectory
        let progress = session.progress("unpacking")
        let unpacker = Unpacker(tree, progress: progress)
        let name = try unpacker.directoryName(archive: session.split(named.path).name)
        var bundle = try NewBundle(name, in: folder, world: session.world)
        let leftOut = try unpacker.unpack(into: &bundle)
        let fingerprint = try bundle.finishAsWritten()
        progress.finish()
        let shown = arguments[directory].map { $0.hasSuffix("/") ? $0 + name : $0 + "/" + name } ?? name
        if arguments[Common.json] {
            try session.print(Output(path: shown))
        } else {
            try session.print("unpacked \(PrintableText.escaped(shown))")
            try session.print("fingerprint \(fingerprint)")
            if leftOut.count > 0 {
                let names = leftOut.paths.map { PrintableText.escaped($0) }.joined(separator: ", ")
                let files = Wording.count(leftOut.count, "file")
                try session.note("note: \(files) of an operating system stayed out: \(names)")
            }
        }
        return .success
    }
}
