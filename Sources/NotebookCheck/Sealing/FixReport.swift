package import NotebookFiles
package import NotebookFormat
package import NotebookLinks
package import NotebookStore
import NotebookText

/// The result of fixing, or of planning to.
package struct FixReport: Sendable {
    /// The first steps: files set aside, and attachments that got their names back.
    let firstSteps: [FixStep]
    /// The new paths of files whose names were stored in another normalisation.
    let composed: [String]
    /// Names that were fixed.
    package let renames: [Rename]
    /// What was sealed and fixed in one transaction.
    package let plan: SealPlan
    /// The items in which links were fixed.
    let relinked: Set<BundlePath>
    /// Whether the manifest was rebuilt although no file differs from what it lists.
    let rewritesManifest: Bool
    /// What is known to be lost.
    package let losses: [FixStep]
    /// The texts that would change; empty if the changes were made.
    package let preview: [TextChange]
    /// What was done about an interrupted change before this one.
    package let recovery: Recovery
    /// The commit; `nil` if there was nothing to fix, or for a plan only.
    package let commit: Commit?
}

extension NotebookDirectory {
    /// Fixes what can be fixed without asking the user, and seals the notebook.
    ///
    /// Texts, blobs and the manifest change in one transaction; names that are not portable are fixed before, each
    /// separately. Blocks while others use the notebook, until all files are read, and until the change is durable.
    ///
    /// - Parameters:
    ///   - spared: Findings that are not fixed; the manifest still lists all files as they are now.
    ///   - isDry: Whether to plan only.
    /// - Throws: `SealRefusal` if a change cannot be accepted, `NotebookError.malformed` for a later version of the
    ///   format; then nothing has changed.
    package func fix(
        _ level: FixLevel, sparing spared: Fixes.Spared = .init(), isDry: Bool = false,
        progress: any WorkProgress = NoProgress()
    ) throws -> FixReport {
        if isDry {
            return try readFiles { files in
                try refuseLaterVersion(files)
                return try fix(files, level, sparing: spared, isDry: true, .nothing, progress)
            }
        }
        let files = try openToChange(.staging)
        let recovery = try Store(files, environment).recover()
        // Refusals must be known before names are fixed.
        _ = try fix(files, level, sparing: spared, isDry: true, recovery, progress)
        return try noting(files) { try fix(files, level, sparing: spared, isDry: false, recovery, progress) }
    }

    func fix(
        _ files: any FileOperations, _ level: FixLevel, sparing spared: Fixes.Spared = .init(),
        isDry: Bool, _ recovery: Recovery, _ progress: any WorkProgress, after renamed: [Rename] = []
    ) throws -> FixReport {
        var names = FixedNames(files, isDry: isDry, sparing: spared)
        if level == .everything { try names.run() }
        var composed = ComposedNames(files, isDry: isDry)
        if !spared.contains(.composedName) { try composed.compose() }
        let aside = SetAside(files, now: environment.now())
        var restored = RestoredBlobs(files, aside)
        var returns: [BlobOrigins.Move] = []
        func planned() throws -> (Inspection, SealPlan) {
            var inspection = try Inspector(try tree(files), progress: progress).inspect()
            if case .malformed = inspection.manifest {
                let bytes = try files.content(of: DiskPath(.manifest), limit: Manifest.maximumBytes)
                inspection.readableEntries = RepairedManifest(bytes).entries
            }
            if restored.steps.isEmpty {
                let moves = inspection.blobOrigins.moves.filter { move in
                    move.isReturn
                        ? !spared.contains(.blobName, move.source.text)
                        : level == .everything && !spared.contains(.blobContents)
                }
                returns = moves.filter(\.isReturn)
                try restored.run(moves, isDry: isDry)
                if !isDry, !moves.isEmpty {
                    let readable = inspection.readableEntries
                    inspection = try Inspector(try tree(files), progress: progress).inspect()
                    inspection.readableEntries = readable
                }
            }
            let fixes = Fixes(
                inspection, level, renames: renamed + names.renames + returns.compactMap(\.rename),
                fixesNames: isDry && level == .everything && !spared.contains(.portableName),
                doubtful: level == .safe ? try files.unwritten(of: inspection) : [], sparing: spared)
            let plan = SealPlan(inspection, fixes, now: environment.now(), newUUID: environment.newUUID)
            guard plan.refusals.isEmpty else { throw SealRefusal(refusals: plan.refusals) }
            return (inspection, plan)
        }
        var (inspection, plan) = try planned()
        // A rewritten file gets a name in the form that the format requires.
        let rewritesDecomposed = inspection.files.contains { fact in
            fact.storedPath != nil && (plan.adoptions[fact.path] != nil || plan.mayRewrite(fact))
        }
        if spared.contains(.composedName), rewritesDecomposed {
            try composed.compose()
            (inspection, plan) = try planned()
        }
        var firstSteps = restored.steps
        if case .malformed(let problem, _) = inspection.manifest, !isDry {
            // The old manifest's digests can still prove something.
            let copy = try aside.copy(DiskPath(.manifest))
            firstSteps.append(
                FixStep(.setAside, BundlePath.manifest.text, to: copy.text, "a copy; \(problem.message)"))
        }
        let losses = level == .everything ? Losses(inspection, plan).all : []
        var writer = SealWriter(Store(files, environment), environment, inspection, plan)
        let preview = isDry ? try writer.preview() : []
        let commit = isDry ? nil : try writer.commit()
        return FixReport(
            firstSteps: firstSteps, composed: composed.paths, renames: renamed + names.renames, plan: plan,
            relinked: writer.relinked,
            rewritesManifest: plan.changes.differences.isEmpty && !inspection.manifestIsAsMade,
            losses: losses.map { FixStep(.lost, $0.path.text, $0.reason) }, preview: preview,
            recovery: recovery, commit: commit)
    }
}

extension FileOperations {
    /// Files that differ from the manifest, but were written before it and have an unchanged modification date: nobody
    /// edited them.
    ///
    /// Some file systems record times in steps of two seconds.
    fileprivate func unwritten(of inspection: Inspection) throws(SystemError) -> Set<BundlePath> {
        guard let manifest = inspection.manifest.value, let created = inspection.description.value?.created,
            let sealed = try status(DiskPath(.manifest))?.modified
        else { return [] }
        var found: Set<BundlePath> = []
        for fact in inspection.files {
            guard let entry = manifest[fact.path], entry.digest != fact.digest,
                entry.saysTheSameDate(as: fact, notebookCreated: created),
                let written = try status(DiskPath(fact.storedPath ?? fact.path.text))?.modified, written + 2 < sealed
            else { continue }
            found.insert(fact.path)
        }
        return found
    }
}

extension Entry {
    /// Whether a file has the modification date that is listed.
    fileprivate func saysTheSameDate(as fact: FileFact, notebookCreated: Timestamp) -> Bool {
        guard let item, let metadata = fact.item?.readable?.metadata else { return true }
        func date(_ metadata: ItemMetadata) -> Timestamp { metadata.modified ?? metadata.created ?? notebookCreated }
        return date(metadata) == date(item)
    }
}

extension Inspection {
    /// Whether the manifest is, byte for byte, the one that the files give.
    fileprivate var manifestIsAsMade: Bool {
        guard case .read(_, let bytes) = manifest, let created = description.value?.created else { return false }
        return Manifest(of: files, notebookCreated: created).text == bytes
    }
}

/// The contents that a notebook lists and no file has any more.
package struct Losses: Sendable {
    /// A file whose content is lost.
    package struct Loss: Hashable, Sendable {
        /// The file.
        package let path: BundlePath
        /// What is lost, in words.
        package let reason: String
    }

    /// The losses, in the order of the paths.
    package let all: [Loss]

    /// Compares the known contents with the existing files.
    package init(_ inspection: Inspection, _ plan: SealPlan) {
        let known = inspection.knownEntries
        let held = Set(inspection.files.map(\.digest))
        let digests = Dictionary(known.map { ($0.path, $0.digest) }) { first, _ in first }
        func isHeld(_ path: BundlePath) -> Bool { digests[path].map(held.contains) == true }
        let gone = Changes(from: Manifest(known), to: inspection.files).differences.filter { difference in
            difference.change == .removed && !isHeld(difference.path)
        }
        let renamed = Set(plan.fixes.renames.map(\.old))
        let losses =
            gone.filter { !renamed.contains($0.path.text) }.map {
                Loss(path: $0.path, reason: "was listed, but no file has its content")
            }
            + inspection.blobOrigins.damaged.filter { !isHeld($0) }.map {
                Loss(path: $0, reason: "damaged or replaced: no file has the content that its name states")
            } + plan.emptied.map { Loss(path: $0, reason: "its text: the file is empty") }
        all = losses.sorted { $0.path < $1.path }
    }
}
