public import Archives
import Cores
public import NotebookCheck
public import NotebookFiles
import NotebookFormat
public import NotebookPacking
import NotebookStore

// Async versions of long-running calls, which do not block the caller's thread.
extension NotebookReading {
    /// Packs the notebook into an archive in memory, and verifies every file.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func archived(
        as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(), directoryName: String? = nil,
        progress: any WorkProgress = NoProgress()
    ) async throws -> (bytes: [UInt8], packed: Packed) {
        try await BackgroundJob.run {
            try archived(as: format, options: options, directoryName: directoryName, progress: progress)
        }
    }
}

extension NotebookStorage {
    /// Moves unused attachments to the trash, as one deletion, in the transaction that searches for uses of them.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func collectGarbage(
        _ wanted: Set<BundlePath>, progress: any WorkProgress = NoProgress()
    ) async throws -> EditResult<(usage: BlobUsage, batch: BatchName?)> {
        try await BackgroundJob.run { try collectGarbage(wanted, progress: progress) }
    }
}

extension NotebookArchive {
    /// Whether a password is needed to read it.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func isEncrypted() async throws -> Bool { try await BackgroundJob.run { try isEncrypted() } }

    /// Unpacks the notebook into a directory, completely or not at all, and returns the bundle.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func unpack(
        into directory: String, progress: any WorkProgress = NoProgress()
    ) async throws -> NotebookDirectory {
        try await BackgroundJob.run { try unpack(into: directory, progress: progress) }
    }

    /// Unpacks the notebook into memory, completely or not at all.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func unpackedInMemory(progress: any WorkProgress = NoProgress()) async throws -> MemoryNotebook {
        try await BackgroundJob.run { try unpackedInMemory(progress: progress) }
    }
}

extension NotebookDirectory {
    /// Makes an empty notebook in a directory.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public static func create(
        _ name: String, in directory: String, title: String, surroundings: Surroundings = .system
    ) async throws -> NotebookDirectory {
        try await BackgroundJob.run { try create(name, in: directory, title: title, surroundings: surroundings) }
    }

    /// Makes a change in a draft that is then discarded, on a background thread: nothing is written.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func preview<Result: Sendable>(
        _ body: @escaping @Sendable (inout Draft) throws -> Result
    ) async throws -> EditPreview<Result> {
        try await BackgroundJob.run { try preview(body) }
    }

    /// Packs the notebook into an archive and verifies every file; replaces an existing archive.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func archive(
        _ name: String, in directory: String, as format: ArchiveFormat, options: ArchiveOptions = ArchiveOptions(),
        progress: any WorkProgress = NoProgress()
    ) async throws -> Packed {
        try await BackgroundJob.run {
            try archive(name, in: directory, as: format, options: options, progress: progress)
        }
    }

    /// Whether an interrupted change left anything behind.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func hasPendingChange() async throws -> Bool { try await BackgroundJob.run { try hasPendingChange() } }

    /// Who has locked the notebook, in words; `nil` if nobody has.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func lockHolder() async throws -> String? { try await BackgroundJob.run { try lockHolder() } }

    /// Completes or undoes an interrupted change.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func recover() async throws -> Recovery { try await BackgroundJob.run { try recover() } }

    /// Accepts changes made by other programs.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func seal(
        isDry: Bool = false, takesConflicts: Bool = false, progress: any WorkProgress = NoProgress()
    ) async throws -> Sealing {
        try await BackgroundJob.run { try seal(isDry: isDry, takesConflicts: takesConflicts, progress: progress) }
    }

    /// Fixes what can be fixed without asking the user, and seals the notebook.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func fix(
        _ level: Fixes.Level, sparing spared: Fixes.Spared = .init(), isDry: Bool = false,
        progress: any WorkProgress = NoProgress()
    ) async throws -> FixReport {
        try await BackgroundJob.run { try fix(level, sparing: spared, isDry: isDry, progress: progress) }
    }

    /// Rebuilds what is lost or damaged, sets aside misplaced files, and seals the notebook.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func repair(progress: any WorkProgress = NoProgress()) async throws -> Repair {
        try await BackgroundJob.run { try repair(progress: progress) }
    }
}
