import Dispatch
public import NotebookFormat

/// A notebook that a program keeps itself, by a ``NotebookBackend``.
public struct BackendNotebook: NotebookStorage {
    private let backend: any NotebookBackend
    private let surroundings: Surroundings
    /// Lets one change the notebook at a time, of those who have this value or a copy of it.
    private let turn = DispatchSemaphore(value: 1)
    /// What was changed through this value and its copies.
    public let ownChanges = OwnChanges()

    /// The notebook that a backend keeps; nothing is read yet.
    public init(_ backend: any NotebookBackend, surroundings: Surroundings = .system) {
        self.backend = backend
        self.surroundings = surroundings
    }

    /// Makes an empty notebook in a backend that keeps nothing.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Throws: `NotebookError.taken` if the backend keeps something, `.notATitle`, or what the backend throws.
    public static func create(
        in backend: any NotebookBackend, title: String, surroundings: Surroundings = .system
    ) throws -> BackendNotebook {
        let files = try MemoryNotebook(title: title, surroundings: surroundings).files()
        return try create(in: backend, files: files, surroundings: surroundings)
    }

    /// Puts the files of a notebook into a backend that keeps nothing.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Parameter files: The bytes of the files by their paths in the bundle, as ``MemoryNotebook/files()`` gives them.
    /// - Throws: `NotebookError.taken` if the backend keeps something, or what the backend throws.
    public static func create(
        in backend: any NotebookBackend, files: [String: [UInt8]], surroundings: Surroundings = .system
    ) throws -> BackendNotebook {
        let contents = try backend.contents()
        let change = BackendChange(revision: contents.revision, written: files, removed: [])
        guard contents.files.isEmpty, try backend.apply(change) else { throw NotebookError.taken(name) }
        return BackendNotebook(backend, surroundings: surroundings)
    }

    private static let name = "the notebook"

    /// Calls `body` with the notebook as it is at one time; if the backend changes meanwhile, `body` is called again.
    ///
    /// Blocks as long as the backend takes, and while `body` runs.
    ///
    /// - Throws: `NotebookError` if it is no notebook, or what the backend and `body` throw.
    public func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result {
        try settled { directory in try directory.read(body) }
    }

    /// Looks at every file; the notebook may be damaged in any way.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Throws: what the backend throws; what is wrong with the notebook is no error.
    public func inspection(collectsLinks: Bool, progress: any WorkProgress) throws -> Inspection {
        try settled { directory in try directory.inspect(collectsLinks: collectsLinks, progress: progress) }
    }

    /// Changes the notebook: what `body` does to the draft is done as a whole, or not at all.
    ///
    /// Blocks while others change the notebook through a copy of this value, while `body` runs, and until the backend
    /// has made the change.
    ///
    /// - Throws: `NotebookError.editInEdit` inside of another edit of it, `StoreError.changedMeanwhile` if others have
    ///   changed what the backend keeps, or what `body` and the backend throw; then nothing has changed.
    @discardableResult
    public func change<Result>(
        keepingInverse keepsInverse: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        guard OwnEdits.files(of: { identity }) == nil else { throw NotebookError.editInEdit(Self.name) }
        turn.wait()
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

    /// Calls `body` with a copy of what the backend keeps, again where that has changed meanwhile.
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

/// What a backend keeps, as files in memory that are read on demand.
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
                identity: { _ in "memory \(ObjectIdentifier(disk))" }))
    }

    func files() throws -> any FileOperations { try disk.open(.none, .zero, name: directory.path) }

    /// Calls `body`; what the backend threw counts more than what follows from it.
    func failing<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw disk.failure ?? error }
    }

    /// What is other now than in the backend; `nil` if nothing is.
    var change: BackendChange? {
        get throws {
            var written: [String: [UInt8]] = [:]
            var rest = Set(contents.files.keys)
            for (path, content) in disk.contents where !Store.isStaged(path) {
                let wasThere = rest.remove(path.text) != nil
                // What nobody has written stands in the backend still, if it has not been moved.
                if case .elsewhere = content, wasThere { continue }
                written[path.text] = try content.bytes()
            }
            guard !written.isEmpty || !rest.isEmpty else { return nil }
            return BackendChange(revision: contents.revision, written: written, removed: rest)
        }
    }
}
