public import NotebookFiles
import NotebookFormat

/// A bundle's directory, which is read and changed under its lock.
public struct NotebookDirectory: Sendable {
    /// The path of the directory.
    public let path: String
    package let world: World
    private let locking: Locking
    /// The cache of files that were read before; `nil` if there is none.
    let cache: SeenFilesCache?
    /// The changes made through this value and its copies.
    public let ownChanges: OwnChanges

    /// How others are locked out.
    public struct Locking: Sendable {
        /// Whether to lock the directory; use `false` for media that cannot lock.
        public var isEnabled: Bool
        /// How long to wait for others.
        public var wait: Duration

        /// Locking with a time limit.
        public init(isEnabled: Bool = true, wait: Duration = .seconds(10)) {
            self.isEnabled = isEnabled
            self.wait = wait
        }
    }

    /// The cache for this notebook.
    package var notebookCache: NotebookCache? { cache?.of(path) }

    /// A bundle at a path; nothing is read yet.
    public init(_ path: String, locking: Locking = Locking(), surroundings: Surroundings = .system) {
        self.init(path, world: World(surroundings), locking: locking)
    }

    package init(_ path: String, world: World, locking: Locking = Locking(), cache: SeenFilesCache? = nil) {
        self.init(path, world, locking, cache, OwnChanges())
    }

    private init(
        _ path: String, _ world: World, _ locking: Locking, _ cache: SeenFilesCache?, _ ownChanges: OwnChanges
    ) {
        self.path = path
        self.world = world
        self.locking = locking
        self.cache = cache
        self.ownChanges = ownChanges
    }

    /// The same notebook; the history keeps no more than this of what changes through it replace, and nothing for `nil`.
    public func keepingHistory(within limits: HistoryLimits?) -> NotebookDirectory {
        var world = world
        (world.history, world.isHistoryOff) = (limits, limits == nil)
        return NotebookDirectory(path, world, locking, cache, ownChanges)
    }

    /// The same notebook; changes through it keep nothing of what they replace, since something else does.
    package func keepingElsewhere() -> NotebookDirectory {
        var world = world
        (world.history, world.isKeptElsewhere) = (nil, true)
        return NotebookDirectory(path, world, locking, cache, ownChanges)
    }

    /// The same notebook; the history records changes through it under a name of the program's own, one word such as
    /// `tidy`.
    public func recordingChanges(as name: String) -> NotebookDirectory {
        var world = world
        world.verb = name
        return NotebookDirectory(path, world, locking, cache, ownChanges)
    }

    /// Calls `body` with the files of the notebook while they cannot change.
    ///
    /// On a medium that cannot lock, reads again if something changed meanwhile.
    package func readTree<Result>(_ body: (DirectoryTree) throws -> Result) throws -> Result {
        try readFiles { try body(try tree($0)) }
    }

    /// Calls `body` with the files of the directory as they are.
    package func readFiles<Result>(_ body: (any FileOperations) throws -> Result) throws -> Result {
        if let own = OwnEdits.files(of: { world.identity(path) }) { return try body(own) }
        return try OwnEdits.duringRead({ [world, path] in world.identity(path) }) {
            do {
                return try body(try open(.shared))
            } catch LockError.unsupported {
                return try readWithoutLock(body)
            }
        }
    }

    private func readWithoutLock<Result>(_ body: (any FileOperations) throws -> Result) throws -> Result {
        let files = try world.open(path, .none, .zero)
        var attempt = 1
        while true {
            let before = try files.digest(of: DiskPath(.manifest))
            let result = Swift.Result { try body(files) }
            let after = try files.digest(of: DiskPath(.manifest))
            if before == after || attempt == 3 { return try result.get() }
            attempt += 1
        }
    }

    private func open(_ mode: LockMode) throws -> any FileOperations {
        do {
            return try world.open(path, locking.isEnabled ? mode : .none, locking.wait)
        } catch let error as SystemError where error.operation == .read && error.code == SystemCall.missing {
            throw NotebookError.nothingThere(world.display(path))
        }
    }

    package func tree(_ files: any FileOperations) throws -> DirectoryTree {
        try DirectoryTree(files, name: world.display(path), now: world.now, cache: notebookCache)
    }

    /// Opens the directory and locks others out.
    ///
    /// - Throws: `NotebookError.malformed` for a later version of the format, `.editInEdit` or `.editInRead` inside an
    ///   edit or a read of the same notebook, or an error if the directory cannot be opened.
    package func openToChange() throws -> any FileOperations {
        try OwnEdits.check({ world.identity(path) }, shown: { world.display(path) })
        let files = try open(.exclusive)
        try refuseLaterVersion(files)
        return files
    }

    /// Completes or undoes an interrupted change.
    ///
    /// Blocks while others use the notebook, and until it is done.
    ///
    /// - Throws: `StoreError` if the change is unreadable, or an error if the directory cannot be changed.
    public func recover() throws -> Recovery {
        try Store(try openToChange(), world).recover()
    }

    /// Changes the notebook: makes all changes that `body` makes to the draft, or none.
    ///
    /// Blocks while others use the notebook, while `body` runs, and until the change is durable.
    ///
    /// - Parameter keepsInverse: Whether the result can undo the edit; this keeps the bytes of all changed and deleted
    ///   files in memory.
    /// - Throws: `NotebookError` if it is not a notebook, `LockError` if others hold the lock for too long,
    ///   `StoreError` if the change cannot be made, or what `body` throws; then nothing has changed.
    @discardableResult
    public func change<Result>(
        keepingInverse keepsInverse: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        let files = try openToChange()
        let store = Store(files, world)
        let recovery = try store.recover()
        let notebook = try Notebook(try tree(files))
        var draft = Draft(notebook, store: store, world: world, cache: notebookCache)
        let result = try OwnEdits.during(world.identity(path), files) { try body(&draft) }
        try draft.settle()
        let links = draft.keptLinks
        let inverse = keepsInverse ? try draft.inverse() : nil
        let commit = try draft.commit()
        if commit != nil { note(since: notebook, files) }
        return EditResult(result: result, links: links, recovery: recovery, commit: commit, inverse: inverse)
    }
}

/// The result of a change.
public struct EditResult<Result> {
    /// The value that the change returned.
    public let result: Result
    /// The updates of links.
    public let links: LinkKeeping
    /// What was done about an interrupted change before this one.
    public let recovery: Recovery
    /// The commit; `nil` if there was nothing to change.
    public let commit: Commit?
    /// The inverse of the change; `nil` unless requested.
    public let inverse: EditInverse?

    /// Makes the value of its parts.
    package init(result: Result, links: LinkKeeping, recovery: Recovery, commit: Commit?, inverse: EditInverse?) {
        (self.result, self.links, self.recovery, self.commit, self.inverse) = (result, links, recovery, commit, inverse)
    }
}

extension EditResult: Sendable where Result: Sendable {}
