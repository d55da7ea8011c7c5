import Cores
import Dispatch
package import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore

/// A notebook whose files the program stores itself, in a ``NotebookBackend``.
///
/// Keeps up to 32 MiB of the files that it has read, until the revision of the backend changes.
package struct BackendNotebook: NotebookStorage {
    private let backend: any NotebookBackend
    private let reader: BackendReader
    private let environment: NotebookEnvironment
    /// Serializes changes made through this value and its copies.
    private let turn = DispatchSemaphore(value: 1)
    /// The changes made through this value and its copies.
    package let ownChanges = OwnChanges()

    /// The notebook in a backend; nothing is read yet.
    package init(_ backend: any NotebookBackend, environment: NotebookEnvironment = .system) {
        self.backend = backend
        reader = BackendReader(backend)
        self.environment = environment
    }

    /// Puts the files of a notebook into an empty backend.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Parameter files: The bytes of the files by their paths in the bundle, as `MemoryNotebook.files()` returns
    ///   them.
    /// - Throws: `NotebookError.taken` if the backend is not empty, or what the backend throws.
    package static func create(
        in backend: any NotebookBackend, files: [String: [UInt8]], environment: NotebookEnvironment = .system
    ) throws -> BackendNotebook {
        let contents = try backend.contents()
        let change = BackendChange(revision: contents.revision, written: files, removed: [])
        guard contents.files.isEmpty, try backend.apply(change) else { throw NotebookError.taken(name) }
        return BackendNotebook(backend, environment: environment)
    }

    fileprivate static let name = "the notebook"

    package var name: String { Self.name }

    package var bundle: NotebookDirectory? { nil }

    package func shared() -> BackendNotebook { BackendNotebook(backend, environment: environment) }

    /// Calls `body` with a snapshot of the notebook; calls it again if the backend changes meanwhile, up to three times.
    ///
    /// Blocks as long as the backend takes, and while `body` runs.
    ///
    /// - Throws: `NotebookError` if it is not a notebook, `StoreError.changedMeanwhile` if the backend changed each time,
    ///   or what the backend and `body` throw.
    package func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result {
        try settled { directory in try directory.read(body) }
    }

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Throws: `StoreError.changedMeanwhile` if the backend keeps changing meanwhile, or what it throws; damage to the
    ///   notebook is not an error.
    package func inspection(
        collectsLinks: Bool, examiner: ItemExaminer?, progress: any WorkProgress
    ) throws -> Inspection {
        try settled { directory in
            try directory.inspection(collectsLinks: collectsLinks, examiner: examiner, progress: progress)
        }
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
    package func change<Result>(
        keepingReversal keepsReversal: Bool, _ body: (inout Draft) throws -> Result
    ) throws -> EditResult<Result> {
        try OwnEdits.check({ identity }, shown: { Self.name })
        _ = try BackgroundJob.wait(for: turn)
        defer { turn.signal() }
        let files = try reader.current()
        let copy = BackendCopy(files, environment)
        let result = try OwnEdits.during(identity, copy.files()) {
            try copy.failing { try copy.directory.edit(keepingReversal: keepsReversal, body) }
        }
        guard try apply(copy, to: files) else { throw StoreError.changedMeanwhile(Self.name) }
        return result
    }

    /// Gives the backend what was changed in a copy; false if it has another revision meanwhile.
    private func apply(_ copy: BackendCopy, to files: BackendFiles) throws -> Bool {
        guard let change = try copy.change(from: files.contents) else { return try files.isSettled() }
        // `changes` may see the new content before the backend answers.
        let noted = try ownChanges.isWatched ? record(copy, since: files) : []
        let isApplied = try backend.apply(change)
        if !isApplied { ownChanges.forget(noted) }
        return isApplied
    }

    private func record(_ copy: BackendCopy, since files: BackendFiles) throws -> [BundlePath] {
        let before = try BackendCopy(files, environment).directory.read(\.listing)
        return ownChanges.record(before.manifest, try copy.directory.read(\.listing))
    }

    private var identity: String { "backend \(ObjectIdentifier(turn))" }

    /// Calls `body` with a copy of the backend's content; calls it again if the content has changed meanwhile.
    private func settled<Result>(_ body: (NotebookDirectory) throws -> Result) throws -> Result {
        for _ in 1...3 {
            let files = try reader.current()
            let copy = BackendCopy(files, environment)
            let result = Swift.Result {
                try OwnEdits.duringRead({ [identity] in identity }) {
                    try copy.failing { try body(copy.directory) }
                }
            }
            if try files.isSettled() { return try result.get() }
        }
        throw StoreError.changedMeanwhile(Self.name)
    }
}

/// The files of a backend, as a directory in memory that can be changed.
private struct BackendCopy {
    let directory: NotebookDirectory
    private let disk: MemoryFiles

    init(_ files: BackendFiles, _ environment: NotebookEnvironment) {
        let disk = files.copy()
        self.disk = disk
        directory = NotebookDirectory(
            "Notebook.notebundle",
            environment: NotebookEnvironment(
                now: environment.now, random: environment.random,
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
    func change(from contents: BackendContents) throws -> BackendChange? {
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
