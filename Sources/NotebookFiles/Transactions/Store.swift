import NotebookFormat
package import NotebookText

/// The writing side of a bundle: transactions on its directory, and their recovery (Format, section 25).
///
/// The caller must hold the exclusive lock.
package struct Store: Sendable {
    package let files: any FileOperations
    package let now: Clock

    /// How much of what changes replace the history keeps; `nil` for no history.
    package let history: HistoryLimits?

    /// Whether something else keeps what changes replace.
    package let isKeptElsewhere: Bool

    /// From this number of files on, the whole file system is synchronised, instead of each file.
    let bulkThreshold: Int

    /// The mark of the manifest's file when the change read it: while the file has it, its digest is known.
    package var manifestMark: FileIdentity?

    /// Whether an earlier change was interrupted, perhaps before or while it pruned the history, so that this one does,
    /// once it is saved: what it needs is still there.
    package var mayLackPruning = false

    package static let staging = DiskPath(".bundle")
    package static let journal = DiskPath(".bundle/journal")
    static let newJournal = DiskPath(".bundle/journal.new")

    /// The space reserved after a manifest of some size, so that deleting works on a full disk: enough for the next
    /// manifest, a journal and some directories.
    package static func reserve(behind manifestSize: Int) -> Int { manifestSize + (64 << 10) }

    package static func staged(_ index: Int) -> DiskPath { staging.appending("put.\(index)") }

    /// The temporary place of a file whose name is about to change its spelling.
    static func replaced(_ index: Int) -> DiskPath { staging.appending("old.\(index)") }

    /// The temporary place of a file that is deleted.
    package static func deleted(_ index: Int) -> DiskPath { staging.appending("gone.\(index)") }

    /// Whether a path is the staging place, or in it.
    package static func isStaged(_ path: DiskPath) -> Bool {
        path == staging || path.bytes.starts(with: staging.bytes + [0x2F])
    }

    package init(
        _ files: any FileOperations, now: @escaping Clock, history: HistoryLimits? = nil,
        isKeptElsewhere: Bool = false, bulkThreshold: Int = 64
    ) {
        self.files = StoredNames.on(files)
        self.now = now
        self.history = history
        self.isKeptElsewhere = isKeptElsewhere
        self.bulkThreshold = bulkThreshold
    }

    package init(_ files: any FileOperations, _ environment: NotebookEnvironment) {
        self.init(
            files, now: environment.now, history: environment.history, isKeptElsewhere: environment.isKeptElsewhere)
    }
}

extension Store {
    /// Whether a path leads to the manifest that the change has read.
    func isManifestAsRead(_ path: DiskPath) throws(SystemError) -> Bool {
        guard let manifestMark, path == DiskPath(.manifest) else { return false }
        return try files.exact.status(path)?.identity == manifestMark
    }

    /// Whether a path in `.bundle/` leads to the manifest that the change has read, which it replaces.
    func isReplacedManifest(_ path: DiskPath) throws(SystemError) -> Bool {
        guard let manifestMark, let mark = try files.exact.status(path)?.identity else { return false }
        return mark.isUnchanged(since: manifestMark)
    }

    /// A file, link or device in place of a directory that files need; `nil` if there is none.
    ///
    /// With one, a change could be committed, but not completed.
    package func obstacle(toDirectoriesOf paths: [DiskPath]) throws(SystemError) -> ChangeObstacle? {
        var known: Set<DiskPath> = [.root]
        for path in paths {
            var directory = path.parent
            while known.insert(directory).inserted {
                if let kind = try files.status(directory)?.kind, kind != .directory {
                    return obstacle(to: path, at: directory, .noDirectory)
                }
                directory = directory.parent
            }
        }
        return nil
    }

    func obstacle(to path: DiskPath, at directory: DiskPath, _ reason: ChangeObstacle.Reason) -> ChangeObstacle {
        ChangeObstacle(path: files.describe(path), directory: files.describe(directory), reason: reason)
    }
}

/// Why a change of a bundle was not made, or not yet completed.
package enum StoreError: Error, Sendable {
    /// The operating system refused something before the change was committed: nothing has changed.
    case failed(SystemError)
    /// A file cannot be changed, as a look before the commit shows: nothing has changed.
    case obstructed(ChangeObstacle)
    /// A file was changed after the change was prepared: nothing has changed.
    case changedMeanwhile(String)
    /// The change is in the journal, but the disk did not confirm it: it may or may not survive a power cut.
    case unconfirmed(SystemError)
    /// The change is saved in the journal, but completing it failed: undoing takes it back, and any change by a user or a
    /// program that can complete it does so first.
    case unfinished(SystemError)
    /// The journal of an interrupted change is invalid: nothing was touched.
    case unreadableJournal(TextProblem, TextPosition)
    /// The bundle is in neither state of the interrupted change: nothing was touched.
    case unrecoverable(String)
    /// The interrupted change is committed, but completing it failed; it will be tried again.
    case incomplete(SystemError)
}

extension StoreError: CustomStringConvertible {
    /// The error in one line.
    package var description: String {
        switch self {
        case .failed(let error): "\(error); nothing has changed"
        case .obstructed(let obstacle): "cannot change \(obstacle.path): \(obstacle.words); nothing has changed"
        case .changedMeanwhile(let path): "\(path) was changed by another program meanwhile; nothing has changed"
        case .unconfirmed(let error): "\(error); the change is in the journal, but the disk did not confirm it"
        case .unfinished(let error): "\(error); the change is saved, but could not be completed"
        case .unreadableJournal(let problem, let position):
            ".bundle/journal:\(position.line):\(position.column): \(problem.message); nothing was changed"
        case .unrecoverable(let reason): "an interrupted change can be neither completed nor undone: \(reason)"
        case .incomplete(let error): "an interrupted change could not be completed: \(error)"
        }
    }
}
