public import NotebookCopies
public import NotebookPacking
import NotebookStore
public import Archives
import Cores

// Async versions of calls about two copies of a notebook, which do not block the caller's thread.
extension NotebookReading {
    /// Writes a patch for `git apply` that turns this notebook's files into those of another notebook, byte for byte.
    ///
    /// Does not block.
    ///
    /// - Parameter write: Receives the patch piece by piece, on a background thread; nothing if all files are the same.
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func writePatch(
        to other: some NotebookReading, _ write: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws {
        try await BackgroundJob.run { try writePatch(to: other, write) }
    }
}

extension NotebookDirectory {
    /// Merges the changes made in another copy of the notebook into this one.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func merge(
        _ other: some NotebookReading, base: (any NotebookReading)? = nil
    ) async throws -> EditResult<NotebookMerge> {
        try await BackgroundJob.run { try merge(other, base: base) }
    }

    /// Makes a merge in a draft that is then discarded: nothing is written or sealed.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func previewMerge(
        _ other: some NotebookReading, base: (any NotebookReading)? = nil
    ) async throws -> EditPreview<NotebookMerge> {
        try await BackgroundJob.run { try previewMerge(other, base: base) }
    }

    /// Synchronises this notebook with a copy of it, in both directions.
    ///
    /// Does not block. If it is cancelled, the next call continues.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func synchronize(
        with place: NotebookDirectory, acceptingMissing: Bool = false
    ) async throws -> NotebookSync {
        try await BackgroundJob.run { try synchronize(with: place, acceptingMissing: acceptingMissing) }
    }

    /// Synchronises this notebook with an archive of it, in both directions.
    ///
    /// Does not block. If it is cancelled, the next call continues.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func synchronize(
        with archive: NotebookArchive, as format: ArchiveFormat, password: String? = nil,
        acceptingMissing: Bool = false, progress: any WorkProgress = NoProgress()
    ) async throws -> NotebookSync {
        try await BackgroundJob.run {
            try synchronize(
                with: archive, as: format, password: password, acceptingMissing: acceptingMissing, progress: progress)
        }
    }
}

extension LibraryFolder {
    /// Synchronises the notebooks of a library with their copies in another folder.
    ///
    /// Does not block. If it is cancelled, the next call continues.
    ///
    /// - Parameter done: Called with each notebook, on a background thread.
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func synchronize(
        with other: LibraryFolder,
        opening: @escaping @Sendable (String) -> NotebookDirectory = { NotebookDirectory($0) },
        done: @escaping @Sendable (SynchronizedNotebook) throws -> Void
    ) async throws {
        try await BackgroundJob.run { try synchronize(with: other, opening: opening, done: done) }
    }
}
