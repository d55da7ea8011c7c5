public import NotebookFormat
public import NotebookStore

extension Notebook {
    /// Moves unused attachments to the trash, as one deletion, in the transaction that searches for uses of them.
    ///
    /// Blocks until all files are read and the change is made.
    ///
    /// - Parameter wanted: The attachments that may be moved; others stay.
    /// - Returns: Which attachments are used, and the deletion, if there was one.
    /// - Throws: an error if the notebook cannot be read or changed; nothing is changed then.
    public func collectGarbage(
        _ wanted: Set<BundlePath>, progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<(usage: BlobUsage, batch: BatchName?)> {
        try storage.collectGarbage(wanted, progress: progress)
    }
}
