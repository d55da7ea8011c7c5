import NotebookFormat

/// What repairing a notebook did.
public struct Repair: Sendable {
    /// What was done, in order; nothing if the notebook needed no repair.
    public let steps: [FixStep]
    /// What is lost for certain.
    public let losses: [FixStep]
    /// The change with which the repair ended; `nil` if there was nothing to seal.
    public let commit: Commit?
}

extension NotebookDirectory {
    /// Rebuilds what is lost or damaged, sets aside what has no place, and seals the notebook.
    ///
    /// Nothing is deleted: what is set aside stands below `.set-aside/` in the bundle, with the time of the repair.
    ///
    /// - Throws: what keeps files from being read or written, or `NotebookError` for what is no notebook, for one of a
    ///   later version of the format, and for one that nothing is left of; then nothing has changed.
    public func repair(progress: any WorkProgress = NoProgress()) throws -> Repair {
        let files = try openToChange()
        try refuseUnrepairable(files)
        var repairer = Repairer(files, world: world, name: String(path.split(separator: "/").last ?? "Notebook"))
        try repairer.setAsideDirectoriesOfTexts()
        try repairer.recover()
        // Under a name that travels, a file can be looked at.
        var names = FixedNames(files, isDry: false)
        try names.run()
        let inspection = try Inspector(try tree(files), progress: progress).inspect()
        try repairer.setAsideWhatHasNoPlace(inspection)
        try repairer.rebuildDescription(inspection)
        try repairer.rebuildItems(inspection)
        let fixed = try fix(files, .everything, isDry: false, .nothing, progress, after: names.renames)
        repairer.tell(fixed)
        return Repair(steps: repairer.steps, losses: repairer.losses, commit: fixed.commit)
    }
}
