public import NotebookFiles
import NotebookFormat
public import NotebookStore

/// A notebook, wherever it is stored: in a directory, in a zip or tar archive, in memory, or where a program stores it.
///
/// Each call reads the notebook again, and blocks until it is done unless it is `async`. Results are snapshots: later
/// changes do not affect them. What a notebook cannot do where it is stored, such as changing an archive, throws an error.
public struct Notebook: Sendable {
    /// Reads it, and changes it if it can be changed.
    package let source: any NotebookReading

    package init(_ source: any NotebookReading) { self.source = source }

    /// A notebook in a directory, whether it is there or not; nothing is read yet.
    package init(
        directory path: String, environment: NotebookEnvironment, locking: NotebookLocking = NotebookLocking(),
        cache: NotebookCaches? = nil
    ) {
        self.init(NotebookDirectory(path, environment: environment, locking: locking, cache: cache))
    }

    /// Changes it.
    ///
    /// - Throws: `NotebookError.archiveIsReadOnly` or `.pastIsReadOnly`.
    package var storage: any NotebookStorage {
        get throws(NotebookError) {
            // The usual case first: asking for a protocol looks through all conformances of the program.
            if let directory = source as? NotebookDirectory { return directory }
            if let storage = source as? any NotebookStorage { return storage }
            throw source is EarlierNotebook ? .pastIsReadOnly(source.name) : .archiveIsReadOnly(source.name)
        }
    }

    /// Its files, where they can be changed one by one: in a directory or in memory.
    ///
    /// - Throws: `NotebookError.archiveIsReadOnly`, `.pastIsReadOnly` or `.needsDirectory`.
    package var bundle: NotebookDirectory {
        get throws(NotebookError) {
            guard let bundle = try storage.bundle else { throw .needsDirectory(source.name) }
            return bundle
        }
    }

    /// Its directory.
    ///
    /// - Throws: `NotebookError.archiveIsReadOnly`, `.pastIsReadOnly` or `.needsDirectory`.
    package var directory: NotebookDirectory {
        get throws(NotebookError) {
            if let directory = source as? NotebookDirectory { return directory }
            _ = try storage
            throw .needsDirectory(source.name)
        }
    }

    /// The path of its directory or archive; its name in messages if it has none.
    package var location: String { path ?? (source as? NotebookArchive)?.path ?? source.name }

    /// A value that shows, within this process, whether files were changed; `nil` if they cannot be listed.
    package var mark: Int? { (try? directory)?.mark }

    /// Whether a path leads to its directory.
    package func lies(at path: String) -> Bool { (try? directory)?.lies(at: path) ?? false }

    /// The path of its directory; `nil` unless it is in one.
    public var path: String? { (source as? NotebookDirectory)?.path }

    /// The same notebook for another user: changes through this value appear in the other's `changes`.
    public func shared() -> Notebook { Notebook((source as? any NotebookStorage)?.shared() ?? source) }

    /// The same notebook; the history keeps no more than this of what changes through it replace, and nothing for `nil`.
    ///
    /// - Throws: `NotebookError` if it is not in a directory.
    public func keepingHistory(within limits: HistoryLimits?) throws -> Notebook {
        Notebook(try directory.keepingHistory(within: limits))
    }

    /// The same notebook; the history records changes through it under a name of the program's own, one word such as
    /// `tidy`.
    ///
    /// - Throws: `NotebookError` if it is not in a directory, or if the name is not one word of at most 64 bytes.
    public func recordingChanges(as name: String) throws -> Notebook {
        guard ChangeNote.isVerb(name) else {
            throw NotebookError.notAValue(key: "name", "expected one word of at most 64 bytes")
        }
        return Notebook(try directory.recordingChanges(as: name))
    }

    /// Calls `body` with a snapshot of the notebook, which nobody can change meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs. On a thread that is editing the notebook, it
    /// does not wait, and shows the notebook as it was before the edit. In a backend that changes meanwhile, `body` is
    /// called again, up to three times.
    ///
    /// - Throws: an error if it is not a notebook, if others hold the lock for too long, or what `body` throws.
    public func read<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result { try source.read(body) }

    /// Changes the notebook: makes all changes that `body` makes to the draft, or none.
    ///
    /// Blocks while others use the notebook, while `body` runs, and until the change is durable.
    ///
    /// - Parameter keepsReversal: Whether the result can undo the edit; this keeps the bytes of all changed and deleted
    ///   files in memory.
    /// - Throws: an error if it is not a notebook, inside another edit of the same notebook, if others hold the lock for
    ///   too long, if the change cannot be made, or what `body` throws; then nothing has changed.
    @discardableResult
    public func edit<Result>(
        keepingReversal keepsReversal: Bool = false, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        try storage.change(keepingReversal: keepsReversal, body)
    }

    /// Makes a change in a draft that is then discarded: nothing is written.
    ///
    /// Blocks while others change the notebook, and while `body` runs.
    ///
    /// - Throws: the same as `edit`, or `NotebookError` if it is in a backend.
    public func preview<Result>(_ body: (inout Draft) throws -> Result) throws -> EditPreview<Result> {
        try bundle.preview(body)
    }

    /// Undoes an edit: restores all its files byte for byte.
    ///
    /// Blocks until the change is made.
    ///
    /// - Returns: The result; its `reversal` makes the edit again.
    /// - Throws: an error if one of its files was changed after the edit, or if the notebook cannot be changed; nothing
    ///   is changed then.
    @discardableResult
    public func revert(_ reversal: EditReversal) throws -> EditResult<Void> { try storage.revert(reversal) }

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether to follow links, which the rules for links need.
    ///   - settings: The bytes of a settings file, with whose `properties` the items are compared; `nil` for none.
    ///   - progress: Receives the progress.
    /// - Throws: an error if files or the settings cannot be read; damage to the notebook is not an error.
    public func inspect(
        collectsLinks: Bool = false, settings: [UInt8]? = nil, progress: (any WorkProgress)? = nil
    ) throws -> Inspection {
        let properties = try settings.map { try ValidationSettings($0) }?.properties
        return try source.inspection(
            collectsLinks: collectsLinks, examiner: properties?.examiner(.here), progress: progress ?? NoProgress())
    }

    /// Completes or undoes an interrupted change.
    ///
    /// Blocks while others use the notebook, and until it is done.
    ///
    /// - Throws: an error if the change is unreadable, or the directory cannot be changed.
    public func recover() throws -> Recovery { try directory.recover() }

    /// The changes that others make from now on: after the first reading of the notebook, for which the call waits.
    ///
    /// Does not block.
    ///
    /// - Parameters:
    ///   - interval: How often to poll.
    ///   - beginsWithAll: Whether the first value comes at once and reports all content as added.
    /// - Throws: an error for an archive or an earlier state, which never change.
    public func changes(
        every interval: Duration = .seconds(1), beginningWithAll beginsWithAll: Bool = false
    ) async throws -> some AsyncSequence<NotebookChange, Never> & Sendable {
        try await storage.changes(every: interval, beginningWithAll: beginsWithAll)
    }
}
