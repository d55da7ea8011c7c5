import Cores
import Dispatch
public import NotebookFormat

/// A notebook whose files the program stores itself, in a ``NotebookBackend``.
public struct BackendNotebook: NotebookStorage {
    private let backend: any NotebookBackend
    private let surroundings: Surroundings
    /// Serializes changes made through this value and its copies.
    private let turn = DispatchSemaphore(value: 1)
    /// The changes made through this value and its copies.
    public let ownChanges = OwnChanges()

    /// The notebook in a backend; nothing is read yet.
    public init(_ backend: any NotebookBackend, surroundings: Surroundings = .system) {
        self.backend = backend
        self.surroundings = surroundings
    }

    /// Makes an empty notebook in an empty backend.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Throws: `NotebookError.taken` if the backend is not empty, `.notATitle`, or what the backend throws.
    public static func create(
        in backend: any NotebookBackend, title: String, surroundings: Surroundings = .system
    ) throws -> BackendNotebook {
        let files = try MemoryNotebook(title: title, surroundings: surroundings).files()
        return try create(in: backend, files: files, surroundings: surroundings)
    }

    /// Puts the files of a notebook into an empty backend.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Parameter files: The bytes of the files by their paths in the bundle, as ``MemoryNotebook/files()`` returns
    ///   them.
    /// - Throws: `NotebookError.taken` if the backend is not empty, or what the backend throws.
    public static func create(
        in backend: any NotebookBackend, files: [String: [UInt8]], surroundings: Surroundings = .system
    ) throws -> BackendNotebook {
        let contents = try backend.contents()
        let change = BackendChange(revision: contents.revision, written: files, removed: [])
        guard contents.files.isEmpty, try backend.apply(change) else { throw NotebookError.taken(name) }
        return BackendNotebook(backend, surroundings: surroundings)
    }

    fileprivate static let name = "the notebook"

    /// Calls `body` with a snapshot of the notebook; calls it again if the backend changes meanwhile.
    ///
    /// Blocks as long as the backend takes, and while `body` runs.
    ///
    /// - Throws: `NotebookError` if it is not a notebook, or what the backend and `body` throw.
    public func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result {
        try settled { directory in try directory.read(body) }
    }

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Throws: what the backend throws; damage to the notebook is not an error.
    public func inspection(collectsLinks: Bool, progress: any WorkProgress) throws -> Inspection {
        try settled { directory in try directory.inspect(collectsLinks: collectsLinks, progress: progress) }
    }

    /// Changes the notebook: makes all changes that `body` makes to the draft, or none.
    ///
    /// Blocks while others change the notebook through a copy of this value, while `body` runs, and until the backend
    /// has made the change.
    ///
    /// - Throws: `NotebookError.editInEdit` inside another edit of the same notebook, `StoreError.changedMeanwhile` if
    ///   others have changed the content of the backend, or what `body` and the backend throw; then nothing has
    ///   changed.
    @discardableResult
    public func change<Result>(
        keepingInverse keepsInverse: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        guard OwnEdits.files(of: { identity }) == nil else { throw NotebookError.editInEdit(Self.name) }
        _ = try BackgroundJob.wait(for: turn)
        defer { turn.signal() }
        let revision = try backend.revision()
        let copy = try BackendCopy(backend, surroundings)
        guard copy.contents.revision == revision else { throw StoreError.changedMeanwhile(Self.name) }
        let before = ownChanges.isWatched ? try copy.directory.open() : nil
        let result = try OwnEdits.during(identity, copy.files()) {
            try copy.failing { try copy.directory.edit(keepingInverse: keepsInverse, body) }
        }
        if let change = try copy.change, try !backend.apply(change) { throw StoreError.changedMeanwhile(Self.name) }
        if result.commit != nil, let before, let after = try? copy.directory.open() { ownChanges.note(before, after) }
        return result
    }

    private var identity: String { "backend \(ObjectIdentifier(turn))" }

    /// Calls `body` with a copy of the backend's content; calls it again if the content has changed meanwhile.
    private func settled<Result>(_ body: (NotebookDirectory) throws -> Result) throws -> Result {
        var attempt = 1
        while true {
            let copy = try BackendCopy(backend, surroundings)
            let result = Swift.Result { try copy.failing { try body(copy.directory) } }
            if attempt == 3 { return try result.get() }
            if try backend.revision() == copy.contents.revision { return try result.get() }
            attempt += 1
        }
    }
}

/// The content of a backend, as files in memory that are read on demand.
private struct BackendCopy {
    let contents: BackendContents
    let directory: NotebookDirectory
    private let disk: MemoryFiles

    init(_ backend: any NotebookBackend, _ surroundings: Surroundings) throws {
        let contents = try backend.contents()
        let files = contents.files.map { path, file in
            let content = MemoryFiles.Content.elsewhere {
                guard let bytes = try backend.content(of: path) else {
                    throw StoreError.changedMeanwhile(PrintableText.escaped(path))
                }
                return bytes
            }
            return (DiskPath(path), (content: content, size: file.size, modified: file.modified.secondsSince1970))
        }
        let disk = MemoryFiles(Dictionary(files) { first, _ in first })
        self.contents = contents
        self.disk = disk
        directory = NotebookDirectory(
            "Notebook.notebundle",
            world: World(
                now: surroundings.now, random: surroundings.random,
                open: { path, mode, wait in try disk.open(mode, wait, name: path) },
                display: { _ in BackendNotebook.name },
                identity: { _ in "memory \(ObjectIdentifier(disk))" }))
    }

    func files() throws -> any FileOperations { try disk.open(.none, .zero, name: directory.path) }

    /// Calls `body`; an error of the backend replaces any error that follows from it.
    func failing<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw disk.failure ?? error }
    }

    /// The difference from the backend's content; `nil` if there is none.
    var change: BackendChange? {
        get throws {
            var written: [String: [UInt8]] = [:]
            var rest = Set(contents.files.keys)
            for (path, content) in disk.contents where !Store.isStaged(path) {
                let wasThere = rest.remove(path.text) != nil
                // A file that was not written is still in the backend, unless it was moved.
                if case .elsewhere = content, wasThere { continue }
                written[path.text] = try content.bytes()
            }
            guard !written.isEmpty || !rest.isEmpty else { return nil }
            return BackendChange(revision: contents.revision, written: written, removed: rest)
        }
    }
}
