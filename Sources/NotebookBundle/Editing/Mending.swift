public import NotebookFormat

/// What mending did, or would do.
public struct Mending: Sendable {
    /// The paths that were stored in another normalisation, as they are now.
    let composed: [String]
    /// Names that were corrected.
    public let renames: [Rename]
    /// What was sealed and mended in one transaction.
    public let plan: SealPlan
    /// The items in which links were corrected.
    let relinked: Set<BundlePath>
    /// The texts that would change; empty unless nothing was changed.
    public let preview: [TextChange]
    /// What was done first about a change that was interrupted.
    public let recovery: Recovery
    /// The change; `nil` if there was nothing to mend, or nothing should be changed.
    public let commit: Commit?
}

extension NotebookDirectory {
    /// Mends what can be mended without asking, and seals the notebook.
    ///
    /// Texts, blobs and the manifest change in one transaction; names that cannot travel are corrected before that, each by
    /// itself.
    ///
    /// - Parameter isDry: Whether to plan only.
    /// - Throws: `SealRefusal` if something is left that cannot be an edit, `NotebookError.malformed` for a later version of the
    ///   format; then nothing has changed.
    public func mend(
        _ level: Corrections.Level, isDry: Bool = false, progress: any Progress = NoProgress()
    ) throws -> Mending {
        if isDry {
            return try readFiles { files in
                try refuseLaterVersion(files)
                return try mend(files, level, isDry: true, .nothing, progress)
            }
        }
        let files = try openToChange()
        let recovery = try Store(files, now: world.now).recover()
        // What would be refused must be known before names are corrected.
        _ = try mend(files, level, isDry: true, recovery, progress)
        return try mend(files, level, isDry: false, recovery, progress)
    }

    func mend(
        _ files: any FileOperations, _ level: Corrections.Level, isDry: Bool, _ recovery: Recovery,
        _ progress: any Progress, after renamed: [Rename] = []
    ) throws -> Mending {
        var names = CorrectedNames(files, isDry: isDry)
        if level == .everything { try names.run() }
        var composed = ComposedNames(files, isDry: isDry)
        try composed.compose()
        let inspection = try Inspector(try tree(files), progress: progress).inspect()
        let corrections = Corrections(
            inspection, level, renames: renamed + names.renames, correctsNames: isDry && level == .everything)
        let plan = SealPlan(inspection, corrections, now: world.now(), newUUID: world.newUUID)
        guard plan.refusals.isEmpty else { throw SealRefusal(refusals: plan.refusals) }
        var writer = SealWriter(Store(files, now: world.now), inspection, plan)
        let preview = isDry ? try writer.preview() : []
        let commit = isDry ? nil : try writer.commit()
        return Mending(
            composed: composed.paths, renames: renamed + names.renames, plan: plan, relinked: writer.relinked,
            preview: preview, recovery: recovery, commit: commit)
    }
}
