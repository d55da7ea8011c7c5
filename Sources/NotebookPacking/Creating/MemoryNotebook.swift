package import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// A notebook in memory: it can do everything that a notebook in a directory can, and is gone when it is released.
///
/// It can be made from files or from an archive, and can return its files, as document-based apps need.
package struct MemoryNotebook: NotebookStorage {
    private let disk: MemoryFiles
    package let directory: NotebookDirectory
    private let environment: NotebookEnvironment

    /// Makes an empty notebook.
    ///
    /// Does not block.
    ///
    /// - Throws: `NotebookError.notATitle`.
    package init(title: String, environment: NotebookEnvironment = .system) throws {
        try self.init(environment) { bundle, environment in
            guard let title = Title.accepted(title), !title.isEmpty else { throw NotebookError.notATitle(title) }
            _ = try bundle.finish(
                NotebookDescription(uuid: environment.newUUID(), title: title, created: environment.now()))
        }
    }

    /// A notebook made from files, which are read on demand.
    ///
    /// - Parameter files: The bytes of the files by their paths in the bundle, as ``files()`` returns them.
    package init(files: [String: [UInt8]], environment: NotebookEnvironment = .system) {
        let now = environment.now().secondsSince1970
        let kept = files.map { path, bytes in
            (
                DiskPath("\(Self.bundleName)/\(path)"),
                (content: MemoryFiles.Content.here(bytes), size: bytes.count, modified: now)
            )
        }
        self.init(MemoryFiles(Dictionary(kept) { first, _ in first }), environment)
    }

    /// A notebook with a few notes and cards.
    package init(sample title: String, _ environment: NotebookEnvironment) throws {
        try self.init(environment) { bundle, environment in
            guard let title = Title.accepted(title), !title.isEmpty else { throw NotebookError.notATitle(title) }
            var bundle = bundle
            let description = try SampleNotebook.write(into: &bundle, title: title, environment: environment)
            _ = try bundle.finish(description)
        }
    }

    /// A notebook that `make` writes.
    package init(
        _ environment: NotebookEnvironment,
        _ make: (_ bundle: consuming NewBundle, _ environment: NotebookEnvironment) throws -> Void
    ) throws {
        let disk = MemoryFiles()
        let inMemory = Self.environment(disk, environment, below: .root)
        try make(try NewBundle(Self.bundleName, in: "", environment: inMemory), inMemory)
        self.init(disk, environment)
    }

    private init(_ disk: MemoryFiles, _ environment: NotebookEnvironment) {
        self.disk = disk
        self.environment = environment
        directory = NotebookDirectory(
            Self.bundleName, environment: Self.environment(disk, environment, below: DiskPath(Self.bundleName)))
    }

    private static let bundleName = "Memory.notebundle"

    package var name: String { "the notebook" }

    package var bundle: NotebookDirectory? { directory }

    private static func environment(_ disk: MemoryFiles, _ environment: NotebookEnvironment, below directory: DiskPath)
        -> NotebookEnvironment
    {
        NotebookEnvironment(
            now: environment.now, random: environment.random,
            open: { _, mode, wait in
                let files = try disk.open(mode, wait, name: bundleName)
                return directory == .root ? files : SubdirectoryFiles(files, directory)
            },
            identity: { _ in "memory \(ObjectIdentifier(disk))" })
    }

    /// The same notebook for another user: changes through this value appear in the other's `changes`.
    package func shared() -> MemoryNotebook { MemoryNotebook(disk, environment) }

    /// The bytes of all files by their paths in the bundle, as a directory would hold them.
    ///
    /// Does not block.
    ///
    /// - Throws: nothing, for a notebook that was made in memory.
    package func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let prefix = "\(Self.bundleName)/"
        for (path, content) in disk.copy().contents where path.text.hasPrefix(prefix) {
            let path = String(path.text.dropFirst(prefix.count))
            guard !Store.isStaged(DiskPath(path)) else { continue }
            files[path] = try content.bytes()
        }
        return files
    }

    /// The changes made through this value and its copies.
    package var ownChanges: OwnChanges { directory.ownChanges }

    /// Calls `body` with a snapshot of the notebook; others may change the notebook meanwhile.
    ///
    /// Does not wait for others, and blocks only while it works.
    ///
    /// - Throws: `NotebookError` if it is not a notebook, or what `body` throws.
    package func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result {
        // Inside an edit by the same thread, the notebook reads as it was before the edit.
        try OwnEdits.duringRead({ [directory] in directory.environment.identity(directory.path) }) {
            try MemoryNotebook(disk.copy(), environment).directory.read(body)
        }
    }

    /// Changes the notebook: makes all changes that `body` makes to the draft, or none.
    ///
    /// Blocks while others change the notebook, and while `body` runs.
    ///
    /// - Throws: `NotebookError.editInEdit` inside another edit of the same notebook, `LockError` if others hold the
    ///   lock for too long, or what `body` throws; then nothing has changed.
    @discardableResult
    package func change<Result>(
        keepingReversal keepsReversal: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        try directory.edit(keepingReversal: keepsReversal, body)
    }

    /// Inspects every file.
    ///
    /// Does not wait for others, and blocks only while it works.
    ///
    /// - Throws: nothing, for a notebook that was made in memory.
    package func inspection(
        collectsLinks: Bool, examiner: ItemExaminer?, progress: any WorkProgress
    ) throws -> Inspection {
        try MemoryNotebook(disk.copy(), environment).directory.inspection(
            collectsLinks: collectsLinks, examiner: examiner, progress: progress)
    }
}
