public import NotebookCheck
public import NotebookFormat
public import NotebookStore

extension Notebook {
    /// Accepts changes made by other programs (Format, section 26).
    ///
    /// Blocks while others use the notebook, until all files are read, and until the change is durable.
    ///
    /// - Parameters:
    ///   - isDry: Whether to plan only.
    ///   - takesConflicts: Whether to accept items with conflict markers of git.
    /// - Throws: an error if a change cannot be accepted, or the notebook is not in a directory or in memory; then
    ///   nothing has changed.
    @discardableResult
    public func seal(
        isDry: Bool = false, takesConflicts: Bool = false, progress: (any WorkProgress)? = nil
    ) throws -> Sealing {
        try bundle.seal(isDry: isDry, takesConflicts: takesConflicts, progress: progress ?? NoProgress())
    }

    /// Fixes what can be fixed without asking the user, and seals the notebook.
    ///
    /// Texts, blobs and the manifest change in one transaction; names that are not portable are fixed before, each
    /// separately. Blocks while others use the notebook, until all files are read, and until the change is durable.
    ///
    /// - Parameters:
    ///   - judgement: Its suppressed findings are not fixed: those that settings ignore or a baseline accepts.
    ///   - isDry: Whether to plan only.
    /// - Throws: an error if a change cannot be accepted, or the notebook is not in a directory or in memory; then
    ///   nothing has changed.
    @discardableResult
    public func fix(
        _ level: FixLevel, sparing judgement: Judgement? = nil, isDry: Bool = false,
        progress: (any WorkProgress)? = nil
    ) throws -> Repair {
        Repair(try fixReport(level, sparing: judgement, isDry: isDry, progress: progress))
    }

    /// The same, with what the tool says about it.
    package func fixReport(
        _ level: FixLevel, sparing judgement: Judgement?, isDry: Bool, progress: (any WorkProgress)?
    ) throws -> FixReport {
        try bundle.fix(
            level, sparing: Fixes.Spared((judgement?.suppressions ?? []).map(\.finding)), isDry: isDry,
            progress: progress ?? NoProgress())
    }

    /// Rebuilds what is lost or damaged, from the history where it keeps it, sets aside misplaced files, and seals the
    /// notebook.
    ///
    /// Deletes nothing: files that are set aside go to `.set-aside/` in the bundle, with the time of the repair. Blocks
    /// while others use the notebook, until all files are read, and until the change is durable.
    ///
    /// - Throws: an error if files cannot be read or written, or if it is not in a directory, is not a notebook, or has
    ///   nothing left to repair; then nothing has changed.
    public func repair(progress: (any WorkProgress)? = nil) throws -> Repair {
        try directory.repair(progress: progress ?? NoProgress())
    }

    /// Moves unused attachments to the trash, as one deletion, in the transaction that searches for uses of them.
    ///
    /// Blocks until all files are read and the change is made.
    ///
    /// - Parameter wanted: The attachments that may be moved; others stay.
    /// - Returns: The deletion, if there was one.
    /// - Throws: an error if the notebook cannot be read or changed; nothing is changed then.
    public func collectGarbage(
        _ wanted: Set<BundlePath>, progress: (any WorkProgress)? = nil
    ) throws -> EditResult<BatchName?> {
        try storage.collectGarbage(wanted, progress: progress ?? NoProgress())
    }
}
