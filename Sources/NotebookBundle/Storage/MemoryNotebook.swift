public import NotebookFormat

/// A notebook in memory: everything that one in a directory can do, and gone with whoever holds it.
public struct MemoryNotebook: NotebookStorage {
    private let directory: NotebookDirectory

    /// An empty notebook.
    ///
    /// - Throws: `NotebookError.notATitle`.
    public init(title: String) throws { try self.init(title: title) { _ in } }

    /// A notebook with a few notes and cards.
    init(sample title: String) throws {
        try self.init(title: title) { bundle in
            bundle.description = try SampleNotebook.write(into: &bundle.files, title: title, world: bundle.world)
        }
    }

    private init(title: String, _ fill: (inout Making) throws -> Void) throws {
        guard let title = Title.accepted(title), !title.isEmpty else { throw NotebookError.notATitle(title) }
        let disk = MemoryFiles()
        let system = World.system
        let name = "Memory.notebundle"
        func world(below directory: DiskPath) -> World {
            World(
                now: system.now, random: system.random,
                open: { _, mode, wait in
                    let files = try disk.open(mode, wait, name: name)
                    return directory == .root ? files : SubdirectoryFiles(files, directory)
                })
        }
        var making = Making(
            files: try NewBundle(name, in: "", world: world(below: .root)), world: system,
            description: NotebookDescription(uuid: system.newUUID(), title: title, created: system.now()))
        try fill(&making)
        let description = making.description
        _ = try making.files.finish(description)
        directory = NotebookDirectory(name, world: world(below: DiskPath(name)))
    }

    private struct Making: ~Copyable {
        var files: NewBundle
        let world: World
        var description: NotebookDescription
    }

    /// The same notebook as somebody else sees it: what is changed through this value is told by `changes` of the other.
    public func shared() -> MemoryNotebook {
        MemoryNotebook(NotebookDirectory(directory.path, world: directory.world))
    }

    private init(_ directory: NotebookDirectory) { self.directory = directory }

    /// What was changed through this value and its copies.
    public var ownChanges: OwnChanges { directory.ownChanges }

    /// Reads what the notebook lists.
    public func open() throws -> Notebook { try directory.open() }

    /// The bytes of a file; `nil` if it is not there.
    public func content(of path: BundlePath, limit: Int = ItemFile.maximumBytes) throws -> [UInt8]? {
        try directory.content(of: path, limit: limit)
    }

    /// Changes the notebook: what `body` does to the draft is done as a whole, or not at all.
    @discardableResult
    public func edit<Result>(_ body: (inout Draft) throws -> Result) throws -> EditResult<Result> {
        try directory.edit(body)
    }

    /// Looks at every file.
    public func inspect(collectsLinks: Bool = false, progress: any Progress = NoProgress()) throws -> Inspection {
        try directory.inspect(collectsLinks: collectsLinks, progress: progress)
    }

    /// Those of some items of a snapshot that a query means, in their order.
    public func select(
        _ items: [Item], of notebook: Notebook, _ query: Query, in context: QueryContext
    ) throws -> [Item] {
        try directory.select(items, of: notebook, query, in: context)
    }
}

/// What lies below a directory of a port.
private struct SubdirectoryFiles: FileOperations {
    private let files: any FileOperations
    private let directory: DiskPath

    init(_ files: any FileOperations, _ directory: DiskPath) { (self.files, self.directory) = (files, directory) }

    private func path(_ path: DiskPath) -> DiskPath {
        path == .root ? directory : DiskPath(bytes: directory.bytes + [UInt8(ascii: "/")] + path.bytes)
    }

    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] { try files.list(path(directory)) }
    func status(_ path: DiskPath) throws(SystemError) -> FileStatus? { try files.status(self.path(path)) }
    func open(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.open(self.path(path)) }
    func create(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.create(self.path(path)) }
    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] { try files.read(file, upTo: count) }
    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try files.write(bytes, to: file)
    }
    func synchronize(_ file: OpenFile) throws(SystemError) { try files.synchronize(file) }
    func close(_ file: OpenFile) { files.close(file) }
    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) { try files.rename(path(old), to: path(new)) }
    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try files.renameExclusively(path(old), to: path(new))
    }
    func unlink(_ path: DiskPath) throws(SystemError) { try files.unlink(self.path(path)) }
    func makeDirectory(_ path: DiskPath) throws(SystemError) { try files.makeDirectory(self.path(path)) }
    func removeDirectory(_ path: DiskPath) throws(SystemError) { try files.removeDirectory(self.path(path)) }
    func synchronizeDirectory(_ path: DiskPath) throws(SystemError) {
        try files.synchronizeDirectory(self.path(path))
    }
    func synchronizeAll() throws(SystemError) { try files.synchronizeAll() }
}
