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
    /// Whether the manifest was made anew although no file differs from what it lists.
    let rewritesManifest: Bool
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
    /// - Parameters:
    ///   - spared: Findings that are left as they are; the manifest lists all files nevertheless, as they are now.
    ///   - isDry: Whether to plan only.
    /// - Throws: `SealRefusal` if something is left that cannot be an edit, `NotebookError.malformed` for a later version of the
    ///   format; then nothing has changed.
    public func mend(
        _ level: Corrections.Level, sparing spared: Corrections.Spared = .init(), isDry: Bool = false,
        progress: any Progress = NoProgress()
    ) throws -> Mending {
        if isDry {
            return try readFiles { files in
                try refuseLaterVersion(files)
                return try mend(files, level, sparing: spared, isDry: true, .nothing, progress)
            }
        }
        let files = try openToChange()
        let recovery = try Store(files, now: world.now).recover()
        // What would be refused must be known before names are corrected.
        _ = try mend(files, level, sparing: spared, isDry: true, recovery, progress)
        return try mend(files, level, sparing: spared, isDry: false, recovery, progress)
    }

    func mend(
        _ files: any FileOperations, _ level: Corrections.Level, sparing spared: Corrections.Spared = .init(),
        isDry: Bool, _ recovery: Recovery, _ progress: any Progress, after renamed: [Rename] = []
    ) throws -> Mending {
        var names = CorrectedNames(files, isDry: isDry, sparing: spared)
        if level == .everything { try names.run() }
        var composed = ComposedNames(files, isDry: isDry)
        if !spared.contains("NB304") { try composed.compose() }
        func planned() throws -> (Inspection, SealPlan) {
            let inspection = try Inspector(try tree(files), progress: progress).inspect()
            let corrections = Corrections(
                inspection, level, renames: renamed + names.renames,
                correctsNames: isDry && level == .everything && !spared.sparesNames, sparing: spared)
            let plan = SealPlan(inspection, corrections, now: world.now(), newUUID: world.newUUID)
            guard plan.refusals.isEmpty else { throw SealRefusal(refusals: plan.refusals) }
            return (inspection, plan)
        }
        var (inspection, plan) = try planned()
        // What is written anew gets the name of the format.
        let rewritesDecomposed = inspection.files.contains { fact in
            fact.storedPath != nil && (plan.adoptions[fact.path] != nil || plan.mayRewrite(fact))
        }
        if spared.contains("NB304"), rewritesDecomposed {
            try composed.compose()
            (inspection, plan) = try planned()
        }
        var writer = SealWriter(Store(files, now: world.now), inspection, plan)
        let preview = isDry ? try writer.preview() : []
        let commit = isDry ? nil : try writer.commit()
        return Mending(
            composed: composed.paths, renames: renamed + names.renames, plan: plan, relinked: writer.relinked,
            rewritesManifest: plan.changes.differences.isEmpty && !inspection.manifestIsAsMade, preview: preview,
            recovery: recovery, commit: commit)
    }
}

extension Inspection {
    /// Whether the manifest is, to the byte, what would be made of the files.
    fileprivate var manifestIsAsMade: Bool {
        guard case .read(_, let bytes) = manifest, let created = description.value?.created else { return false }
        return Manifest(of: files, notebookCreated: created).text == bytes
    }
}
