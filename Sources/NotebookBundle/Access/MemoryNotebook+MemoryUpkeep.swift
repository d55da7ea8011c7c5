public import NotebookCheck
public import NotebookPacking
import NotebookStore

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
