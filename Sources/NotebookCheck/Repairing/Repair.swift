public import NotebookFiles
import NotebookFormat
public import NotebookStore

/// The result of a repair.
public struct Repair: Sendable {
    /// The steps, in order; none if the notebook needed no repair.
    public let steps: [FixStep]
    /// What is known to be lost.
    public let losses: [FixStep]
    /// The commit that ended the repair; `nil` if there was nothing to seal.
    public let commit: Commit?
}

extension NotebookDirectory {
    /// Rebuilds what is lost or damaged, from the history where it keeps it, sets aside misplaced files, and seals the
    /// notebook.
    ///
    /// Deletes nothing: files that are set aside go to `.set-aside/` in the bundle, with the time of the repair. Blocks
    /// while others use the notebook, until all files are read, and until the change is durable.
    ///
    /// - Throws: an error if files cannot be read or written, or `NotebookError` if it is not a notebook, is of a later
    ///   version of the format, or has nothing left to repair; then nothing has changed.
    public func repair(progress: any WorkProgress = NoProgress()) throws -> Repair {
        try recordingChanges(as: ChangeNote.repairing).repairRecorded(progress)
    }

    private func repairRecorded(_ progress: any WorkProgress) throws -> Repair {
        let files = try openToChange()
        try refuseUnrepairable(files)
        return try noting(files) { try repair(files, progress) }
    }

    private func repair(_ files: any FileOperations, _ progress: any WorkProgress) throws -> Repair {
        var repairer = Repairer(
            files, environment: environment, name: String(path.split(separator: "/").last ?? "Notebook"))
        try repairer.setAsideDirectoriesOfTexts()
        try repairer.recover()
        // A file can only be examined under a portable name.
        var names = FixedNames(files, isDry: false)
        try names.run()
        func inspect() throws -> Inspection {
            var inspection = try Inspector(try tree(files), progress: progress).inspect()
            if case .malformed = inspection.manifest {
                let bytes = try files.content(of: DiskPath(.manifest), limit: Manifest.maximumBytes)
                inspection.readableEntries = RepairedManifest(bytes).entries
            }
            return inspection
        }
        var inspection = try inspect()
        try repairer.setAsideWhatHasNoPlace(inspection)
        let versions = try KeptVersions(Store(files, environment))
        if try repairer.restoreFromHistory(inspection, versions) { inspection = try inspect() }
        try repairer.rebuildDescription(inspection, versions)
        try repairer.rebuildItems(inspection)
        let fixed = try fix(files, .everything, isDry: false, .nothing, progress, after: names.renames)
        repairer.report(fixed)
        return Repair(steps: repairer.steps, losses: repairer.losses, commit: fixed.commit)
    }
}
