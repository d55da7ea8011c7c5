import NotebookFiles
package import NotebookFormat

extension NotebookStorage {
    /// Moves unused attachments to the trash, as one deletion, in the transaction that searches for uses of them.
    ///
    /// - Parameter wanted: The attachments that may be moved; others stay.
    ///
    /// Blocks until all files are read and the change is made.
    ///
    /// - Returns: The deletion, if there was one.
    /// - Throws: an error if the notebook cannot be read or changed; nothing is changed then.
    package func collectGarbage(
        _ wanted: Set<BundlePath>, progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<BatchName?> {
        try edit { draft in
            let usage = try draft.blobUsage(progress: progress)
            // What could not be searched may use any of them.
            let unused = usage.unread.isEmpty ? usage.unreferenced : []
            let paths = unused.map(\.path).filter(wanted.contains)
            return paths.isEmpty ? nil : try draft.moveToTrash(paths)
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
    package func revert(_ reversal: EditReversal) throws -> EditResult<Void> {
        try edit(keepingReversal: true) { draft in try draft.revert(reversal) }
    }
}
