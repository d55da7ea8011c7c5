/// A notebook that can be read, wherever it is stored: in a directory (``NotebookDirectory``), in an archive
/// (``NotebookArchive``), in memory (``MemoryNotebook``), or where a program stores it (``BackendNotebook``).
///
/// Each call reads the notebook again and blocks until it is done. Results are snapshots: later changes do not affect
/// them.
public protocol NotebookReading: Sendable {
    /// Calls `body` with a snapshot of the notebook, which nobody can change meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs. On a thread that is editing the notebook, it
    /// does not wait, and shows the notebook as it was before the edit.
    ///
    /// - Throws: `NotebookError` or `ArchiveFailure` if it is not a notebook, `LockError` if others hold the lock for
    ///   too long, or what `body` throws.
    func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether to follow links, which the rules for links need.
    ///   - progress: Receives the progress.
    /// - Throws: an error if files cannot be read; damage to the notebook is not an error.
    func inspection(collectsLinks: Bool, progress: any WorkProgress) throws -> Inspection
}

extension NotebookReading {
    /// Calls `body` with a snapshot of the notebook, which nobody can change meanwhile.
    ///
    /// Blocks while others change the notebook, and while `body` runs.
    ///
    /// - Throws: the same as ``withSnapshot(_:)``.
    public func read<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result { try withSnapshot(body) }

    /// Inspects every file; the notebook may be damaged in any way.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - collectsLinks: Whether to follow links, which the rules for links need.
    ///   - progress: Receives the progress.
    /// - Throws: an error if files cannot be read; damage to the notebook is not an error.
    public func inspect(
        collectsLinks: Bool = false, progress: any WorkProgress = NoProgress()
    ) throws -> Inspection {
        try inspection(collectsLinks: collectsLinks, progress: progress)
    }
}
