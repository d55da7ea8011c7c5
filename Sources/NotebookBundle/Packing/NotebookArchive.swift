public import Archives
public import NotebookFormat

/// A notebook in a zip or tar, read where it is (Format, section 17).
public struct NotebookArchive: Sendable {
    /// The path of the archive.
    public let path: String

    /// An archive at a path; nothing is read yet.
    public init(_ path: String) { self.init(path, world: .system) }

    package init(_ path: String, world: World) {
        self.init(ArchiveSource(path: path), at: path, name: world.display(path), world: world)
    }

    package init(_ source: ArchiveSource, at path: String, name: String, world: World) {
        self.path = path
        self.source = source
        self.name = name
        self.world = world
    }

    private let source: ArchiveSource
    private let name: String
    private let world: World

    func tree() throws -> ArchiveTree { try ArchiveTree(source, name: name) }

    /// Reads what the notebook lists.
    ///
    /// - Throws: `NotebookError`, or `ArchiveFailure` if the archive is none or is damaged.
    public func open() throws -> Notebook { try Notebook(try ListedTree(try tree())) }

    /// The bytes of a file; `nil` if it is not there.
    ///
    /// - Throws: `FileTooLong` if there are more than `limit`, or `ArchiveFailure`.
    public func content(of path: BundlePath, limit: Int = ItemFile.maximumBytes) throws -> [UInt8]? {
        try ListedTree(try tree()).content(of: path, limit: limit)
    }

    /// Looks at every file; the notebook and the archive may be damaged in any way.
    ///
    /// - Throws: what keeps the archive from being read, a limit that it passes included.
    public func inspect(collectsLinks: Bool = false, progress: any Progress = NoProgress()) throws -> Inspection {
        var inspection = Inspection()
        do {
            inspection = try Inspector(try tree(), collectsLinks: collectsLinks, progress: progress).inspect()
        } catch let failure as ArchiveFailure {
            // Nothing is certain of what was read so far.
            guard let refusal = failure.refusal else { throw failure }
            inspection.refusal = refusal
        } catch NotebookError.notANotebook {
            inspection.archive = ArchiveFacts(directory: "")
        }
        inspection.now = world.now()
        return inspection
    }

    /// The lines at which findings are.
    package func sourceLines(of findings: [Finding]) -> SourceLines {
        guard findings.contains(where: { $0.position != nil }) else { return SourceLines() }
        return (try? tree()).map { SourceLines($0, of: findings) } ?? SourceLines()
    }

    /// Takes the notebook out into a directory, as a whole or not at all, and gives the bundle.
    ///
    /// - Throws: `UntrueArchive` if the archive is not what its manifest says, `ArchiveFailure` if it is damaged,
    ///   `NotebookError.taken` if the bundle is there already, or `SystemError`.
    public func unpack(into directory: String, progress: any Progress = NoProgress()) throws -> NotebookDirectory {
        let unpacker = Unpacker(try tree(), progress: progress)
        let name = try unpacker.directoryName(archive: String(path.split(separator: "/").last ?? ""))
        var bundle = try NewBundle(name, in: directory, world: .system)
        _ = try unpacker.unpack(into: &bundle)
        _ = try bundle.finishAsWritten()
        return NotebookDirectory("\(directory)/\(name)")
    }
}

extension NotebookDirectory {
    /// The name of the bundle's directory in archives: its own where that can travel and has the ending, or else one made
    /// of it (Format, clause 17.2).
    package var nameInArchives: String {
        let name = String(path.split(separator: "/").last ?? "")
        if name.hasSuffix(NotebookLocation.ending), (try? BundlePath(name)) != nil { return name }
        return (PortableName.made(from: NotebookLocation.stem(of: name)) ?? "Notebook") + NotebookLocation.ending
    }

    /// Makes an empty notebook in a directory.
    ///
    /// - Parameter name: The name of the bundle, which ends in `.notebundle`.
    /// - Throws: `NotebookError.taken` if something has the name already, `NotebookError.notATitle`, or `SystemError`.
    public static func create(_ name: String, in directory: String, title: String) throws -> NotebookDirectory {
        guard let title = Title.accepted(title), !title.isEmpty else { throw NotebookError.notATitle(title) }
        let world = World.system
        let bundle = try NewBundle(name, in: directory, world: world)
        _ = try bundle.finish(NotebookDescription(uuid: world.newUUID(), title: title, created: world.now()))
        return NotebookDirectory("\(directory)/\(name)")
    }

    /// Packs the notebook into an archive, verifying every file; one that is there already is replaced, and a failure
    /// leaves it as it was.
    ///
    /// - Throws: `PackingRefusal` if the files are not what the manifest lists, or `SystemError`.
    public func archive(
        _ name: String, in directory: String, as format: ArchiveFormat, withoutTrash: Bool = false,
        progress: any Progress = NoProgress()
    ) throws -> Packed {
        let bundleName = nameInArchives
        return try DirectoryFiles(directory).writeArchive(name, world: world) { sink in
            try read { tree in
                let packer = Packer(tree, directoryName: bundleName, withoutTrash: withoutTrash, progress: progress)
                return try packer.pack(format, level: nil, to: sink)
            }
        }
    }
}
