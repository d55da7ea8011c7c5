public import NotebookFiles
import NotebookFormat
package import NotebookText

/// A bundle's directory, which is read and changed under its lock.
package struct NotebookDirectory: Sendable {
    /// The path of the directory.
    package let path: String
    package let environment: NotebookEnvironment
    private let locking: NotebookLocking
    /// What was read before; `nil` if there is none.
    let cache: NotebookCaches?
    /// The changes made through this value and its copies.
    package let ownChanges: OwnChanges
    /// The list that this value and those made from it read last.
    let listings: ListingMemory

    /// The cache for this notebook.
    package var notebookCache: NotebookCache? { cache?.of(path) }

    /// A bundle at a path; nothing is read yet.
    package init(
        _ path: String, environment: NotebookEnvironment = .system, locking: NotebookLocking = NotebookLocking(),
        cache: NotebookCaches? = nil
    ) {
        self.init(path, environment, locking, cache, OwnChanges(), ListingMemory())
    }

    private init(
        _ path: String, _ environment: NotebookEnvironment, _ locking: NotebookLocking, _ cache: NotebookCaches?,
        _ ownChanges: OwnChanges, _ listings: ListingMemory
    ) {
        self.path = path
        self.environment = environment
        self.locking = locking
        self.cache = cache
        self.ownChanges = ownChanges
        self.listings = listings
    }

    package func shared() -> NotebookDirectory {
        NotebookDirectory(path, environment, locking, cache, OwnChanges(), listings)
    }

    /// The same notebook; the history keeps no more than this of what changes through it replace, and nothing for `nil`.
    package func keepingHistory(within limits: HistoryLimits?) -> NotebookDirectory {
        var environment = environment
        (environment.history, environment.isHistoryOff) = (limits, limits == nil)
        return NotebookDirectory(path, environment, locking, cache, ownChanges, listings)
    }

    /// The same notebook, for which it is a given time.
    package func at(_ time: Timestamp) -> NotebookDirectory {
        NotebookDirectory(path, environment.at(time), locking, cache, ownChanges, listings)
    }

    /// The same notebook; changes through it keep nothing of what they replace, since something else does.
    package func keepingElsewhere() -> NotebookDirectory {
        var environment = environment
        (environment.history, environment.isKeptElsewhere) = (nil, true)
        return NotebookDirectory(path, environment, locking, cache, ownChanges, listings)
    }

    /// The same notebook; the history records changes through it under a name of the program's own, one word such as
    /// `tidy`.
    package func recordingChanges(as name: String) -> NotebookDirectory {
        var environment = environment
        environment.verb = name
        return NotebookDirectory(path, environment, locking, cache, ownChanges, listings)
    }

    /// Calls `body` with the files of the notebook while they cannot change.
    ///
    /// On a medium that cannot lock, reads again if something changed meanwhile.
    package func readTree<Result>(_ body: (DirectoryTree) throws -> Result) throws -> Result {
        try readFiles { try body(try tree($0)) }
    }

    /// Calls `body` with the files of the directory as they are.
    package func readFiles<Result>(_ body: (any FileOperations) throws -> Result) throws -> Result {
        if let own = OwnEdits.files(of: { environment.identity(path) }) { return try body(own) }
        return try OwnEdits.duringRead({ [environment, path] in environment.identity(path) }) {
            do {
                return try body(try open(.shared))
            } catch LockError.unsupported {
                return try readWithoutLock(body)
            }
        }
    }

    private func readWithoutLock<Result>(_ body: (any FileOperations) throws -> Result) throws -> Result {
        let files = try environment.open(path, .none, .zero)
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
            return try environment.open(path, locking.isEnabled ? mode : .none, locking.wait)
        } catch let error as SystemError where error.operation == .read && error.code == SystemCall.missing {
            throw NotebookError.nothingThere(environment.display(path))
        }
    }

    package func tree(_ files: any FileOperations) throws -> DirectoryTree {
        try DirectoryTree(
            files, name: environment.display(path), now: environment.now, cache: notebookCache,
            memory: environment.memory)
    }

    /// Opens the directory and locks others out.
    ///
    /// - Parameter mode: `.staging` for what calls `excludeReaders` before it changes anything that others see.
    /// - Throws: `NotebookError.malformed` for a later version of the format, `.editInEdit` or `.editInRead` inside an
    ///   edit or a read of the same notebook, or an error if the directory cannot be opened.
    package func openToChange(_ mode: LockMode = .exclusive) throws -> any FileOperations {
        let files = try openForChange(mode)
        try refuseLaterVersion(files)
        return files
    }

    private func openForChange(_ mode: LockMode) throws -> any FileOperations {
        try OwnEdits.check({ environment.identity(path) }, shown: { environment.display(path) })
        let files = try open(mode)
        // Recovery comes first.
        if mode == .staging, try files.status(Store.staging) != nil { try files.excludeReaders() }
        return files
    }

    /// Opens the directory, locks others out, completes or undoes an interrupted change, and reads the notebook.
    ///
    /// The manifest is read once: the change then knows it by the mark of its file.
    private func openToEdit() throws -> (store: Store, recovery: Recovery, notebook: NotebookListing) {
        let files = try openForChange(.staging)
        let hasRemains = try files.status(Store.staging) != nil
        if hasRemains { try refuseLaterVersion(files) }
        var store = Store(files, environment)
        store.mayLackPruning = hasRemains
        let recovery = try store.recover()
        store.manifestMark = try files.settledMark(of: DiskPath(.manifest))
        do {
            return (store, recovery, try NotebookListing(try tree(files)))
        } catch {
            try refuseLaterVersion(files)
            throw error
        }
    }

    /// Completes or undoes an interrupted change.
    ///
    /// Blocks while others use the notebook, and until it is done.
    ///
    /// - Throws: `StoreError` if the change is unreadable, or an error if the directory cannot be changed.
    package func recover() throws -> Recovery {
        try Store(try openToChange(), environment).recover()
    }

    /// Changes the notebook: makes all changes that `body` makes to the draft, or none.
    ///
    /// Blocks while others use the notebook, while `body` runs, and until the change is durable.
    ///
    /// - Parameter keepsReversal: Whether the result can undo the edit; this keeps the bytes of all changed and deleted
    ///   files in memory.
    /// - Throws: `NotebookError` if it is not a notebook, `LockError` if others hold the lock for too long,
    ///   `StoreError` if the change cannot be made, or what `body` throws; then nothing has changed.
    @discardableResult
    package func change<Result>(
        keepingReversal keepsReversal: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        let (store, recovery, notebook) = try openToEdit()
        var draft = Draft(notebook, store: store, environment: environment, cache: notebookCache)
        let result = try OwnEdits.during(environment.identity(path), store.files) { try body(&draft) }
        try draft.settle()
        let links = draft.keptLinks
        let reversal = keepsReversal ? try draft.reversal() : nil
        let after = ownChanges.isWatched ? draft.current : nil
        let commit = try draft.commit()
        // While the files are locked, so that nobody can see the change before.
        if commit != nil, let after { ownChanges.record(notebook.manifest, after) }
        withExtendedLifetime(store) {}
        return EditResult(result: result, links: links, recovery: recovery, commit: commit, reversal: reversal)
    }
}

/// How others are locked out of a bundle's directory.
package struct NotebookLocking: Sendable {
    /// Whether to lock the directory; use `false` for media that cannot lock.
    package var isEnabled: Bool
    /// How long to wait for others.
    package var wait: Duration

    /// Locking with a time limit.
    package init(isEnabled: Bool = true, wait: Duration = .seconds(10)) {
        self.isEnabled = isEnabled
        self.wait = wait
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
    /// The reversal of the change; `nil` unless requested.
    public let reversal: EditReversal?

    /// Makes the value of its parts.
    package init(result: Result, links: LinkKeeping, recovery: Recovery, commit: Commit?, reversal: EditReversal?) {
        (self.result, self.links, self.recovery, self.commit, self.reversal) = (
            result, links, recovery, commit, reversal
        )
    }
}

extension EditResult: Sendable where Result: Sendable {}

extension NotebookDirectory {
    /// Refuses a notebook of a later version of the format, which must not be changed (Format, clause 11.1).
    ///
    /// - Throws: `NotebookError.malformed`, or an error if the files cannot be read.
    package func refuseLaterVersion(_ files: any FileOperations) throws {
        let texts = [
            (DiskPath(.manifest), Manifest.maximumBytes), (DiskPath(.notebook), NotebookDescription.maximumBytes),
            (Store.journal, Journal.maximumBytes),
        ]
        for (path, limit) in texts where try files.status(path)?.kind == .file {
            // Tools write the version at the beginning.
            var bytes = try files.content(of: path, limit: Self.headLength)
            if bytes.count > Self.headLength, JSONText.version(in: bytes) == nil {
                bytes = try files.content(of: path, limit: limit)
            }
            guard let problem = JSONText.laterVersion(in: bytes) else { continue }
            throw NotebookError.malformed(
                environment.display(self.path), file: path.text, problem, problem.position(in: bytes))
        }
    }

    private static var headLength: Int { 4096 }

    /// Calls `body`, which changes the notebook, and notes what it changed, so that `changes` does not report it.
    ///
    /// - Parameter files: The locked files; they stay locked until the change is noted, so that nobody can see it before.
    package func noting<Result>(_ files: any FileOperations, _ body: () throws -> Result) throws -> Result {
        let before = ownChanges.isWatched ? try? NotebookListing(try tree(files)) : nil
        let result = try body()
        recordChange(since: before, files)
        return result
    }

    /// Notes what a change through this value made of a notebook.
    ///
    /// - Parameter before: The notebook before the change; `nil` if it could not be read.
    func recordChange(since before: NotebookListing?, _ files: any FileOperations) {
        guard ownChanges.isWatched, let after = try? NotebookListing(try tree(files)) else { return }
        ownChanges.record(before?.manifest ?? Manifest([Entry]()), after)
        withExtendedLifetime(files) {}
    }
}
