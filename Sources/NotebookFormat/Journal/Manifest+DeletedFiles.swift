extension Manifest {
    /// The number of items and other files in the trash, not counting the records of deletions.
    package var deletedFiles: Int {
        entries.count { TrashedPath($0.path) != nil && !DeletionRecord.holds($0.path) }
    }
}
