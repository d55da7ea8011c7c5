import Cores
import NotebookCheck
import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookPacking
package import NotebookStore
import NotebookText

extension NotebookDirectory {
    /// Merges the changes made in another copy of the notebook into this one; reads both copies at the same time.
    ///
    /// Merges item by item, each identified by its uuid: folder, name, front matter and text. If both copies changed
    /// something that cannot be merged, both versions are kept. Unsealed changes of this copy are sealed first. Blocks
    /// until the change is made.
    ///
    /// - Parameters:
    ///   - other: The other copy, which does not change.
    ///   - base: The common state that both copies started from; `nil` to find the latest that both remember.
    /// - Throws: `NotebookError.otherNotebook` if they are not copies of one notebook, `SealRefusal` if changes of this
    ///   copy cannot be sealed, or an error if files cannot be read or written; nothing is merged then.
    @discardableResult
    package func merge(
        _ other: some NotebookReading, base: (any NotebookReading)? = nil, progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<NotebookMerge> {
        let directory = recordingChanges(as: "merge")
        let mine = directory.reading(progress)
        let theirs = try NotebookCopy(reading: other, progress: progress)
        let given = try base.map { MergeBase(given: try ComparedNotebook($0, progress: progress)) }
        return try directory.merging(theirs, mine, given: given, labels: .names, progress: progress).edit
    }

    /// Makes a merge in a draft that is then discarded: nothing is written or sealed.
    ///
    /// Blocks until the files are read.
    ///
    /// - Throws: the same as `merge(_:base:progress:)`.
    package func previewMerge(
        _ other: some NotebookReading, base: (any NotebookReading)? = nil, progress: any WorkProgress = NoProgress()
    ) throws -> EditPreview<NotebookMerge> {
        let theirs = try NotebookCopy(reading: other, progress: progress)
        let given = try base.map { MergeBase(given: try ComparedNotebook($0, progress: progress)) }
        let mine = try NotebookCopy(self, progress: progress)
        try mine.refuseEvicted()
        try theirs.refuseEvicted()
        try theirs.forgetStates(besides: mine)
        let plan = try MergePlanning.plan(mine, theirs, try given ?? MergeBase(of: mine, theirs))
        return try preview { draft in try draft.apply(plan, from: theirs.compared) }
    }

    /// Merges the changes made in another copy.
    ///
    /// - Parameter labels: The labels of the two versions of a text that cannot be merged.
    package func merge(
        _ theirs: NotebookCopy, given: MergeBase? = nil, labels: VersionLabels = .names,
        progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<NotebookMerge> {
        try merging(theirs, reading(progress), given: given, labels: labels, progress: progress).edit
    }

    /// Starts to read this copy.
    func reading(_ progress: any WorkProgress) -> Aside<NotebookCopy.Reading> {
        Aside { try NotebookCopy.Reading(self, leaving: .unsealable, progress: progress) }
    }

    /// This copy, with all changes sealed, and the states that it had or merged.
    typealias SealedCopy = (copy: NotebookCopy, lineage: Lineage)

    /// Merges the changes made in another copy; also returns this copy, unless the merge changed it, and its states.
    ///
    /// - Parameter reading: Reads this copy; used once.
    func merging(
        _ theirs: NotebookCopy, _ reading: Aside<NotebookCopy.Reading>, given: MergeBase?, labels: VersionLabels,
        acceptsMissing: Bool = true, progress: any WorkProgress
    ) throws -> (edit: EditResult<NotebookMerge>, mine: NotebookCopy?, lineage: Lineage) {
        var (kept, emptied): ([UnsealableFile], [BundlePath]) = ([], [])
        try theirs.refuseEvicted()
        for attempt in 1... {
            let reading = attempt == 1 ? reading : self.reading(progress)
            let mine = try sealedCopy(reading, besides: theirs, acceptsMissing: acceptsMissing, progress)
            kept += mine.restored.filter { $0.found?.size != 0 }
            emptied += mine.restored.compactMap { $0.found?.size == 0 ? $0.found?.path : nil }
            if let lost = try theirs.lostUnsealable(besides: mine) {
                throw UnacceptableEdit(place: theirs.compared.name, lost)
            }
            let keptNow = try keepUnsealable(of: mine, replacedBy: theirs)
            guard keptNow.isEmpty || attempt == Self.attempts else {
                kept += keptNow
                continue
            }
            try theirs.forgetStates(besides: mine)
            let base = try given ?? MergeBase(of: mine, theirs)
            let isBehind = theirs.follows(mine, base.origin) && !theirs.damages(mine)
            var plan = try MergePlanning.plan(mine, theirs, base, labels, isBehind: isBehind)
            let back = Set(plan.report.files.map(\.path))
            plan.report.files += emptied.filter { !back.contains($0) }.map { MergedFile(path: $0, change: .recovered) }
            plan.report.leftHere = kept + mine.compared.reading.unsealable
            let isUnchanged = plan.isEmpty
            let result: EditResult<NotebookMerge>? = try edit { draft in
                guard draft.listing.fingerprint == mine.fingerprint else { return nil }
                if isBehind { return try draft.replaceAll(with: theirs, plan.report) }
                return isUnchanged ? plan.report : try draft.apply(plan, from: theirs.compared)
            }.unwrapped()
            if let result {
                // Without this record, the next merge starts from an older state.
                let lineage = taken(theirs, into: mine, result.commit?.fingerprint ?? mine.fingerprint)
                try? remember(lineage, theirs)
                try? dropSetAside(mine)
                return (result, result.commit == nil ? mine : nil, lineage)
            }
            // Somebody changed the notebook after it was compared.
            if attempt == Self.attempts { break }
        }
        throw StoreError.changedMeanwhile(environment.display(path))
    }

    private static var attempts: Int { 4 }

    /// This copy, with all changes sealed.
    ///
    /// - Parameters:
    ///   - other: The copy that it is merged with, which may have what is damaged here.
    ///   - acceptsMissing: Whether many missing files count as deleted as well.
    /// - Throws: `NotebookError.manyMissing` if they do not.
    func sealedCopy(
        _ reading: Aside<NotebookCopy.Reading>, besides other: NotebookCopy? = nil, acceptsMissing: Bool = true,
        _ progress: any WorkProgress
    ) throws -> NotebookCopy {
        let copy = NotebookCopy(self, try reading.result())
        // Which of two files that look the same was meant is for a person to say.
        let hasTwins = !copy.compared.inspection.otherForms.isEmpty
        guard !copy.isSealed || hasTwins else { return copy }
        try copy.refuseEvicted()
        if let other {
            let restored = try restoreChanged(in: copy, besides: other)
            let aside = try restored.isEmpty ? setAsideOverwritten(in: copy, besides: other) : []
            if !restored.isEmpty || !aside.isEmpty {
                return try sealedCopy(self.reading(progress), acceptsMissing: acceptsMissing, progress)
                    .settingAside(aside, restoring: restored)
            }
        }
        if !acceptsMissing { try copy.refuseManyMissing() }
        // Unresolved conflicts must not keep other changes from being merged.
        let sealing = try recordingChanges(as: "seal").sealEdits(leavesStrays: false, progress: progress)
        if environment.history == nil, let listed = copy.listedFingerprint, let sealed = sealing.commit?.fingerprint {
            // No record of the change says which state it comes from.
            var lineage = copy.lineage
            lineage.end(at: Lineage.State(environment.now(), listed))
            lineage.append(Lineage.State(environment.now(), sealed))
            try Store(try openToChange(), environment).record(lineage, keeping: nil)
        }
        return NotebookCopy(self, try self.reading(progress).result())
    }

    /// The states of this copy after a merge.
    private func taken(_ theirs: NotebookCopy, into mine: NotebookCopy, _ result: Digest) -> Lineage {
        var lineage = mine.lineage
        lineage.merge(theirs.lineage, at: environment.now())
        lineage.append(Lineage.State(environment.now(), result))
        return lineage
    }

    /// Remembers the states that the notebook had or merged, with the texts of one of them.
    func remember(_ lineage: Lineage, _ copy: NotebookCopy) throws {
        let files = try openToChange()
        let store = Store(files, environment)
        if try !store.keepsContent(copy.fingerprint) {
            // Without the texts, the next merge knows less about what editors changed. The copy may be this
            // notebook.
            try? OwnEdits.during(environment.identity(path), files) {
                try store.keepTexts(of: copy.manifest) { items in
                    let wanted = items.map { ComparedNotebook.Wanted($0.path, $0.digest) }
                    let found = try copy.compared.contents(of: wanted).map { ($0.key.digest, $0.value) }
                    return Dictionary(found) { first, _ in first }
                }
            }
        }
        try store.record(lineage, keeping: (copy.fingerprint, copy.manifest))
    }
}

extension NotebookCopy {
    /// Any notebook that can be read.
    convenience init(reading other: some NotebookReading, progress: any WorkProgress) throws {
        if let directory = other as? NotebookDirectory {
            try self.init(directory, progress: progress)
        } else if let archive = other as? NotebookArchive {
            try self.init(try archive.tree(), progress: progress)
        } else {
            self.init(try ComparedNotebook(other, progress: progress))
        }
    }
}

extension EditResult {
    /// The result without `nil`; `nil` if there is none.
    fileprivate func unwrapped<Value>() -> EditResult<Value>? where Result == Value? {
        result.map {
            EditResult<Value>(result: $0, links: links, recovery: recovery, commit: commit, reversal: reversal)
        }
    }
}

extension MergePlan {
    /// Whether the notebook stays as it is.
    var isEmpty: Bool {
        items.isEmpty && copies.isEmpty && texts.isEmpty && moves.isEmpty && trashed.isEmpty && removed.isEmpty
            && recovered.isEmpty && versions.isEmpty && report.notebook.isEmpty
    }
}
