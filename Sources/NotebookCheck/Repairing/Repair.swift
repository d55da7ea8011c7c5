public import NotebookFiles
import NotebookFormat
package import NotebookStore

/// The result of a repair, or of fixing.
public struct Repair: Sendable {
    /// The steps, in order, that were done or, for a plan only, would be; none if the notebook needed no repair.
    public let steps: [FixStep]
    /// What is known to be lost.
    public let losses: [FixStep]
    /// The commit that ended it; `nil` if there was nothing to seal, or for a plan only.
    public let commit: Commit?
}

extension Repair {
    /// What fixing did.
    package init(_ fixed: FixReport) { self.init(steps: fixed.steps, losses: fixed.losses, commit: fixed.commit) }
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
    package func repair(progress: any WorkProgress = NoProgress()) throws -> Repair {
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
        try repairer.adoptOwnFiles()
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

    /// Makes sure that a directory can be repaired: that it is a notebook, damaged or not, of a known version, and
    /// contains something to rebuild it from.
    ///
    /// - Throws: `NotebookError` if not, or an error if the directory cannot be read.
    package func refuseUnrepairable() throws {
        try readFiles { files in
            try refuseLaterVersion(files)
            try refuseUnrepairable(files)
        }
    }

    func refuseUnrepairable(_ files: any FileOperations) throws {
        let shown = environment.display(path)
        guard try isNotebook(files) else { throw NotebookError.notABundle(shown) }
        guard try Self.holdsFile(files, .root) else { throw NotebookError.nothingToRebuild(shown) }
    }

    /// Whether a directory is a notebook or looks like the remains of one; other programs use a `manifest.json`, too.
    private func isNotebook(_ files: any FileOperations) throws -> Bool {
        let location = try NotebookLocation(directory: ExternalPath.name(of: path)) {
            try files.status(DiskPath($0))?.kind == .file
        }
        guard location == .remains else { return location == .notebook }
        let texts = try [DiskPath(.manifest), DiskPath(.notebook)].filter { try files.status($0)?.kind == .file }
        for root in ["notes", "cards"] where try files.status(DiskPath(root))?.kind == .directory { return true }
        let word = Array("notebundle".utf8)
        return try texts.contains { try files.content(of: $0, limit: 4096).firstRange(of: word) != nil }
    }

    /// Whether there is a file that belongs, or may belong, to a notebook; the manifest alone is not enough.
    private static func holdsFile(_ files: any FileOperations, _ directory: DiskPath) throws -> Bool {
        if directory == .root, try files.status(Store.journal) != nil { return true }
        return try files.list(directory).contains { entry in
            let path = directory.appending(entry.name)
            guard !ExternalNames.contains(String(decoding: entry.name, as: UTF8.self)) else { return false }
            switch entry.kind {
            case .file: return path != DiskPath(.manifest) && !Leftover.matches(path.text)
            case .directory: return try !path.isTooDeep && holdsFile(files, path)
            case .symbolicLink, .special: return false
            }
        }
    }
}
