public import NotebookFiles
public import NotebookFormat
package import NotebookStore
import NotebookText

/// Why a notebook could not be sealed: the first file that cannot be accepted, and how many more there are.
package struct SealRefusal: Error, Sendable {
    /// The files that are refused, at least one.
    package let refusals: [SealPlan.Refusal]
}

extension SealRefusal: Failure {
    /// The first file, and how many more there are.
    package var description: String {
        guard let first = refusals.first else { return "the notebook cannot be sealed" }
        let place = first.position.map { ":\($0.line):\($0.column)" } ?? ""
        let more = refusals.count > 1 ? " (and \(refusals.count - 1) more)" : ""
        return "cannot seal \(PrintableText.escaped(first.path))\(place): \(first.reason)\(more)"
    }

    /// What to do about it.
    package var remedy: Remedy? {
        refusals.first?.remedy ?? "fix or remove it, or \(.repair); \(.validate)"
    }

    /// Always true: the content is the cause.
    package var isFinding: Bool { true }
}

/// The result of sealing, or of planning to.
public struct Sealing: Sendable {
    /// The plan: what was found, and what it changes.
    package let plan: SealPlan
    /// What was done about an interrupted change before this one.
    package let recovery: Recovery
    /// The commit; `nil` if the notebook was already sealed, or for a plan only.
    public let commit: Commit?
    /// Items whose front matter was merged from the two versions that git had marked.
    public let settled: [BundlePath]
    /// Attachments that get back the names under which the manifest lists their contents.
    package let returned: [BlobOrigins.Move]
    /// The files that an unreadable manifest lists, and whether they are as it lists them.
    package let listedBefore: [BundlePath: Bool]
}

extension NotebookDirectory {
    /// Accepts changes made by other programs (Format, section 26).
    ///
    /// Blocks while others use the notebook, until all files are read, and until the change is durable.
    ///
    /// - Parameters:
    ///   - isDry: Whether to plan only.
    ///   - takesConflicts: Whether to accept items with conflict markers of git.
    /// - Throws: `SealRefusal` if a change cannot be accepted, `NotebookError.malformed` for a later version of the
    ///   format; then nothing has changed.
    package func seal(
        isDry: Bool = false, takesConflicts: Bool = false, progress: any WorkProgress = NoProgress()
    ) throws -> Sealing {
        if isDry {
            return try readFiles { files in
                try refuseLaterVersion(files)
                try refuseDirectories(files)
                var inspection = try Inspector(try tree(files), progress: progress).inspect()
                let settled = try SettledConflicts(&inspection, files, takesAll: takesConflicts)
                let returns = inspection.blobOrigins.moves.filter(\.isReturn)
                let plan = try makePlan(inspection, takesConflicts, returns)
                return Sealing(
                    plan: plan, recovery: .nothing, commit: nil, settled: settled.paths, returned: returns,
                    listedBefore: try listedBefore(inspection, files))
            }
        }
        let files = try openToChange(.staging)
        let recovery = try Store(files, environment).recover()
        return try noting(files) { try seal(files, recovery, takesConflicts: takesConflicts, progress) }
    }

    /// The texts that sealing would write, with unsaved texts laid over the files; nothing is written.
    ///
    /// Blocks until all files are read.
    ///
    /// - Throws: what `seal` throws.
    package func textsToSeal(with unsaved: [BundlePath: [UInt8]]) throws -> [TextChange] {
        try readFiles { files in
            let files = LaidFiles(unsaved, over: files)
            try refuseLaterVersion(files)
            try refuseDirectories(files)
            var inspection = try Inspector(try tree(files)).inspect()
            let settled = try SettledConflicts(&inspection, files, takesAll: false)
            let plan = try makePlan(inspection, false, inspection.blobOrigins.moves.filter(\.isReturn))
            var writer = SealWriter(Store(files, environment), environment, inspection, plan, settled)
            return try writer.preview()
        }
    }

    /// Accepts what other programs changed; leaves files as they are, and as they are listed, that sealing could not
    /// accept.
    ///
    /// - Parameter leavesStrays: Whether to accept only listed files, and new items with the attachments that these link
    ///   to.
    @discardableResult
    package func sealEdits(leavesStrays: Bool, progress: any WorkProgress) throws -> Sealing {
        let files = try openToChange(.staging)
        let recovery = try Store(files, environment).recover()
        return try noting(files) {
            let leaving: LeftUnsealed = leavesStrays ? .strays : .unsealable
            return try seal(files, recovery, takesConflicts: true, leaving: leaving, progress)
        }
    }

    /// What sealing leaves as it is.
    private enum LeftUnsealed {
        case nothing
        /// What it could not accept.
        case unsealable
        /// That, second versions, and files that are neither listed nor items nor linked to by these.
        case strays
    }

    private func seal(
        _ files: any FileOperations, _ recovery: Recovery, takesConflicts: Bool, leaving: LeftUnsealed = .nothing,
        _ progress: any WorkProgress
    ) throws -> Sealing {
        try refuseDirectories(files)
        // What no notebook can hold stays as it is listed.
        var kept: [Entry] = []
        func inspected() throws -> Inspection {
            let tree = try tree(files)
            var inspection = try Inspector(tree, collectsLinks: leaving == .strays, progress: progress).inspect()
            if leaving != .nothing {
                let listed = try leaving == .strays ? CarriedListings(in: inspection, files) : CarriedListings()
                let unsealable = inspection.leaveOutUnsealable(besides: listed, twins: leaving == .strays)
                let left = Set(unsealable.filter { $0.listed != nil }.compactMap(\.found?.path))
                kept = inspection.manifest.value?.entries { left.contains($0) } ?? []
            }
            if leaving == .strays {
                let used = inspection.attachmentsOfEdits()
                inspection.files = inspection.files.filter {
                    (!inspection.isStray($0) || used.contains($0.path)) && !inspection.isSecondVersion($0)
                }
            }
            return inspection
        }
        var inspection = try inspected()
        let returns = inspection.blobOrigins.moves.filter(\.isReturn)
        var settled = try SettledConflicts(&inspection, files, takesAll: takesConflicts)
        // Refusals must be known before names are changed.
        var plan = try makePlan(inspection, takesConflicts, returns)
        var names = ComposedNames(files, isDry: false)
        try names.compose()
        // The manifest does not change, so a transaction could not distinguish the states before and after.
        var restored = RestoredBlobs(files, SetAside(files, now: environment.now()))
        try restored.run(returns, isDry: false)
        if !names.paths.isEmpty || !returns.isEmpty {
            inspection = try inspected()
            settled = try SettledConflicts(&inspection, files, takesAll: takesConflicts)
            plan = try makePlan(inspection, takesConflicts, returns)
        }
        let listed = try listedBefore(inspection, files)
        var writer = SealWriter(Store(files, environment), environment, inspection, plan, settled, keeping: kept)
        let commit = try writer.commit()
        return Sealing(
            plan: plan, recovery: recovery, commit: commit, settled: settled.paths, returned: returns,
            listedBefore: listed)
    }

    /// The files that a malformed manifest lists, and whether they are as it lists them.
    private func listedBefore(_ inspection: Inspection, _ files: any FileOperations) throws -> [BundlePath: Bool] {
        guard case .malformed = inspection.manifest else { return [:] }
        let bytes = try files.content(of: DiskPath(.manifest), limit: Manifest.maximumBytes)
        let digests = RepairedManifest(bytes).digests
        return Dictionary(
            inspection.files.compactMap { fact in digests[fact.path].map { (fact.path, $0.contains(fact.digest)) } }
        ) { first, _ in first }
    }

    /// Refuses a notebook with a directory in place of one of its own files.
    private func refuseDirectories(_ files: any FileOperations) throws {
        for path in [BundlePath.manifest, .notebook] where try files.status(DiskPath(path))?.kind == .directory {
            throw NotebookError.isDirectory(environment.display(self.path), file: path.text)
        }
    }

    /// - Parameter returns: Attachments that got their names back, or will; links to their other names are updated.
    private func makePlan(
        _ inspection: Inspection, _ takesConflicts: Bool, _ returns: [BlobOrigins.Move]
    ) throws -> SealPlan {
        let plan = SealPlan(
            inspection, Fixes(renames: returns.compactMap(\.rename)), takesConflicts: takesConflicts,
            now: environment.now(), newUUID: environment.newUUID)
        guard plan.refusals.isEmpty else { throw SealRefusal(refusals: plan.refusals) }
        return plan
    }
}

extension RuleFailure: Failure {
    /// The rule and the reason.
    package var description: String { "the rule \(rule) failed: \(reason)" }

    /// What to do about it.
    package var remedy: Remedy? { "this is a bug in the program; it says nothing about the notebook" }
}
