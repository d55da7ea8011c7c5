import NotebookFormat

/// What repairing a notebook did.
public struct Repair: Sendable {
    /// One thing that was done.
    public struct Step: Hashable, Sendable {
        /// What was done.
        public enum Action: String, Sendable {
            /// An interrupted change was completed or undone.
            case recovered
            /// A file was moved or copied to where nothing interprets it.
            case setAside = "set aside"
            /// A text was made anew of what could be read.
            case rebuilt
            /// A file got another name.
            case renamed
            /// The files were taken for what they are.
            case sealed
        }

        /// What was done.
        public let action: Action
        /// The file, safe to print.
        public let path: String
        /// The reason, or where it is now.
        public let detail: String
    }

    /// What was done, in order; nothing if the notebook needed no repair.
    public let steps: [Step]
}

extension NotebookDirectory {
    /// Rebuilds what is lost or damaged, sets aside what has no place, and seals the notebook.
    ///
    /// Nothing is deleted: what is set aside stands below `.set-aside/` in the bundle, with the time of the repair.
    ///
    /// - Throws: what keeps files from being read or written, or `NotebookError.malformed` for a later version of the format.
    public func repair(progress: any Progress = NoProgress()) throws -> Repair {
        let files = try openToChange()
        var repairer = Repairer(files, world: world, name: String(path.split(separator: "/").last ?? "Notebook"))
        try repairer.recover()
        // Under a name that travels, a file can be looked at.
        var names = CorrectedNames(files, isDry: false)
        try names.run()
        let inspection = try Inspector(try tree(files), progress: progress).inspect()
        try repairer.setAsideWhatHasNoPlace(inspection)
        try repairer.rebuildDescription(inspection)
        try repairer.rebuildItems(inspection)
        let mending = try mend(files, .everything, isDry: false, .nothing, progress, after: names.renames)
        repairer.tell(mending)
        return Repair(steps: repairer.steps)
    }
}
