import NotebookFormat

/// The writing side of a bundle: transactions on its directory, and their recovery (Format, section 15).
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
