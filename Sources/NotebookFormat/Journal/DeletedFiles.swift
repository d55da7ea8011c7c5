extension Manifest {
    /// The number of items and other files that were deleted and are in the trash; records of deletions do not count.
    package var deletedFiles: Int {
        entries.count { TrashedPath($0.path) != nil && !UndoRecord.holds($0.path) }
    }
}
