public import NotebookCheck
import NotebookFiles
import NotebookFormat
public import NotebookPacking
import NotebookStore

extension NotebookStorage {
    /// Moves unused attachments to the trash, as one deletion, in the transaction that searches for uses of them.
    ///
    /// - Parameter wanted: The attachments that may be moved; others stay.
    ///
    /// Blocks until all files are read and the change is made.
    ///
    /// - Returns: Which attachments are used, and the deletion, if there was one.
    /// - Throws: an error if the notebook cannot be read or changed; nothing is changed then.
    public func collectGarbage(
        _ wanted: Set<BundlePath>, progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<(usage: BlobUsage, batch: BatchName?)> {
        try edit { draft in
            let usage = try draft.blobUsage(progress: progress)
            // What could not be searched may use any of them.
            let unused = usage.unread.isEmpty ? usage.unreferenced : []
            let paths = unused.map(\.path).filter(wanted.contains)
            return (usage, paths.isEmpty ? nil : try draft.moveToTrash(paths))
        }
    }
}

extension Draft {
    /// Which attachments the files use before this change.
    func blobUsage(progress: any WorkProgress) throws -> BlobUsage {
        try BlobUsage(try tree(), listing.manifest, progress: progress)
    }

    /// Moves files to the trash, as one deletion.
    mutating func moveToTrash(_ paths: [BundlePath]) throws -> BatchName {
        mayUseReservedSpace = true
        let batch = environment.newBatch()
        for path in paths {
            guard let target = try TrashedPath(of: path, in: batch)?.path() else { continue }
            try moveBytes(path, to: target)
        }
        return batch
    }
}

extension NotebookStorage {
    /// Undoes an edit: restores all its files byte for byte.
    ///
    /// Blocks until the change is made.
    ///
    /// - Returns: The result; its `reversal` makes the edit again.
    /// - Throws: `NotebookError.changedSince` if one of its files was changed after the edit, or an error if the
    ///   notebook cannot be changed; nothing is changed then.
    @discardableResult
    public func revert(_ reversal: EditReversal) throws -> EditResult<Void> {
        try edit(keepingReversal: true) { draft in try draft.revert(reversal) }
    }
}

// What a document kept in memory needs besides reading and editing: accepting and fixing what other programs wrote.
extension MemoryNotebook {
    /// Accepts changes that other programs made to the files with which the notebook was made (Format, section 26).
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - isDry: Whether to plan only.
    ///   - takesConflicts: Whether to accept items with conflict markers of git.
    /// - Throws: `SealRefusal` if a change cannot be accepted, `NotebookError.malformed` for a later version of the
    ///   format; then nothing has changed.
    @discardableResult
    public func seal(
        isDry: Bool = false, takesConflicts: Bool = false, progress: any WorkProgress = NoProgress()
    ) throws -> Sealing {
        try directory.seal(isDry: isDry, takesConflicts: takesConflicts, progress: progress)
    }

    /// Fixes what can be fixed without asking the user, and seals the notebook.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameters:
    ///   - spared: Findings that are not fixed; the manifest still lists all files as they are now.
    ///   - isDry: Whether to plan only.
    /// - Throws: `SealRefusal` if a change cannot be accepted, `NotebookError.malformed` for a later version of the
    ///   format; then nothing has changed.
    @discardableResult
    public func fix(
        _ level: Fixes.Level, sparing spared: Fixes.Spared = .init(), isDry: Bool = false,
        progress: any WorkProgress = NoProgress()
    ) throws -> FixReport {
        try directory.fix(level, sparing: spared, isDry: isDry, progress: progress)
    }

    /// Makes a change in a draft that is then discarded.
    ///
    /// Blocks while others change the notebook, and while `body` runs.
    ///
    /// - Throws: the same as `edit`.
    public func preview<Result>(_ body: (inout Draft) throws -> Result) throws -> EditPreview<Result> {
        try directory.preview(body)
    }
}
