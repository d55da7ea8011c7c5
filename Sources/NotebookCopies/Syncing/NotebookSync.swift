package import Archives
import Cores
import NotebookFiles
package import NotebookFormat
public import NotebookMerging
package import NotebookPacking
package import NotebookStore
import NotebookText

/// What a synchronisation with another copy did.
public struct NotebookSync: Sendable {
    /// The merges from the other copy: one, or several if a file-synchronisation program left several versions.
    public let merges: [NotebookMerge]
    /// The changes that the other copy got; `nil` if it is new.
    public let sent: NotebookDifference?
    /// The updates of links in this notebook.
    package let links: LinkKeeping
    /// The files in the other copy that it does not list, and that are no new items: they were left alone.
    package let strayFiles: [BundlePath]
    /// The files in the other copy that another program wrote and no notebook can hold, such as a text that is not
    /// UTF-8: they stay there as they are, until this notebook has another version of them to write there.
    package let unsealable: [UnsealableFile]
    /// The same for files in this notebook.
    package let unsealableHere: [UnsealableFile]
    /// Whether `notebook.json` was missing here, and was put back.
    package let restoredHere: Bool
    /// Whether `notebook.json` was missing or damaged in the other copy, and was put back.
    package let restoredThere: Bool
}

extension NotebookDirectory {
    /// Synchronises this notebook with a copy of it: merges the changes made there, then writes there what was changed
    /// here.
    ///
    /// The other copy keeps no history of this, and is created if nothing is there. What was deleted in one copy goes
    /// to the trash of the other. Blocks until both are durable; after an interruption at any point, the next call
    /// continues.
    ///
    /// - Throws: `NotebookError.notSealed` or `.incomplete` if the other copy is not complete, what `merge(_:base:)`
    ///   throws, or `StoreError.changedMeanwhile` if others keep changing one of them.
    @discardableResult
    package func synchronize(
        with place: NotebookDirectory, acceptingMissing: Bool = false
    ) throws -> NotebookSync {
        try synchronize(with: place, acceptingMissing: acceptingMissing, progress: NoProgress())
    }

    /// Synchronises this notebook with an archive of it, in both directions.
    ///
    /// Creates the archive if nothing is there; otherwise does the same as `synchronize(with:)`. Blocks until both are
    /// durable; after an interruption at any point, the next call continues.
    ///
    /// - Parameters:
    ///   - archive: The archive, with its password if it is encrypted.
    ///   - format: The format in which it is written.
    ///   - password: Encrypts what is written, which only a zip supports; `nil` for none.
    /// - Throws: what `synchronize(with:)` throws for a directory, or `ArchiveProblem` if the format cannot be encrypted.
    package func synchronize(
        with archive: NotebookArchive, as format: ArchiveFormat, password: [UInt8]?, acceptingMissing: Bool,
        progress: any WorkProgress
    ) throws -> NotebookSync {
        try synchronize(
            with: SyncedArchive(archive, format, password: password), acceptingMissing: acceptingMissing,
            progress: progress)
    }

    /// Synchronises this notebook with a copy of it.
    ///
    /// - Parameter place: The place of the copy, which is created if nothing is there.
    package func synchronize(
        with place: NotebookDirectory, acceptingMissing: Bool, progress: any WorkProgress
    ) throws -> NotebookSync {
        try synchronize(with: SyncedDirectory(place), acceptingMissing: acceptingMissing, progress: progress)
    }

    func synchronize(
        with place: any SyncLocation, acceptingMissing: Bool, progress: any WorkProgress
    ) throws -> NotebookSync {
        try recordingChanges(as: ChangeNote.synchronizing).exchange(
            with: place, acceptsMissing: acceptingMissing, progress)
    }

    private func exchange(
        with place: any SyncLocation, acceptsMissing: Bool, _ progress: any WorkProgress
    ) throws -> NotebookSync {
        var done = Exchange()
        _ = try Store(try openToChange(), environment).adoptOwnFiles()
        for attempt in 1... {
            do {
                if let sync = try attemptExchange(with: place, acceptsMissing: acceptsMissing, progress, &done) {
                    return sync
                }
            } catch let error as StoreError {
                // Another computer or program changed the copy first.
                guard case .changedMeanwhile = error, attempt < Self.syncAttempts else { throw error }
            }
            if attempt == Self.syncAttempts { break }
        }
        throw StoreError.changedMeanwhile(place.name)
    }

    /// What was done in this attempt and the earlier ones.
    private struct Exchange {
        var merges: [EditResult<NotebookMerge>] = []
        var restoredHere = false
        var restoredThere = false
    }

    /// Merges what the copy has, and writes there what it lacks; `nil` if somebody changed it meanwhile.
    private func attemptExchange(
        with place: any SyncLocation, acceptsMissing: Bool, _ progress: any WorkProgress,
        _ done: inout Exchange
    ) throws -> NotebookSync? {
        let isWhole = try readFiles { try $0.status(DiskPath(.notebook)) != nil } || isEvicted(.notebook)
        // Both copies are read at the same time.
        let started = isWhole ? reading(progress) : nil
        let theirs = try read(place, progress, &done)
        if !isWhole, let theirs, case .read(_, let bytes) = theirs.compared.inspection.description {
            // Whatever it was, nobody else has it.
            let isRestored = try restoreDescription { listed in
                try listed == Digest.of(bytes) || sharesItems(with: theirs.manifest) ? bytes : nil
            }
            if isRestored { done.restoredHere = true }
        }
        let reading = started ?? reading(progress)
        var taken: (merges: [EditResult<NotebookMerge>], mine: (() throws -> SealedCopy)?) = ([], nil)
        if let theirs {
            guard let found = try receive(theirs, from: place, reading, acceptsMissing: acceptsMissing, progress) else {
                return nil
            }
            taken = found
        }
        let (merges, known) = taken
        done.merges += merges.filter { done.merges.isEmpty || !$0.result.isEmpty }
        // Nothing is left to write there, and everything is remembered.
        if let theirs, !CarriedVersions.isNeeded(for: theirs), try listedFingerprint() == theirs.fingerprint {
            let sent = NotebookDifference(theirs.compared.content, theirs.compared.content) { _ in [] }
            return sync(done, sent: sent, theirs, nil)
        }
        let (mine, lineage) = try known?() ?? sealed(theirs == nil ? reading : self.reading(progress), progress)
        let left = merges.last?.result.leftHere.filter { !$0.isReplaced } ?? mine.compared.reading.unsealable
        try refuseUnwritable(left, there: theirs)
        if let theirs, try conserve(theirs, replacedBy: mine, after: merges.map(\.result)) { return nil }
        let sent = theirs.map { theirs in
            NotebookDifference(
                theirs.compared.content.joined(with: mine.compared.content, done.merges.map(\.result)),
                mine.compared.content
            ) { _ in [] }.withoutStrays
        }
        // Records the states here first: the copy may disappear, and come back with later changes.
        try? remember(lineage, mine)
        let isSame = theirs.map { $0.fingerprint == mine.fingerprint && !CarriedVersions.isNeeded(for: $0) }
        guard try isSame ?? false || place.replace(theirs, with: self, mine, lineage, progress) else {
            return nil
        }
        return sync(done, sent: sent, theirs, mine, left)
    }

    /// Refuses texts here that no notebook can hold, and whose listed versions the other copy lacks: nobody can write
    /// these there.
    private func refuseUnwritable(_ left: [UnsealableFile], there theirs: NotebookCopy?) throws {
        let there = Set((theirs?.compared.content.files ?? []).map { ComparedNotebook.Wanted($0.path, $0.digest) })
        let lost = left.first { file in
            guard let path = file.found?.path, let listed = file.listed else { return false }
            return !there.contains(ComparedNotebook.Wanted(path, listed))
        }
        if let lost { throw UnacceptableEdit(place: environment.display(path), lost) }
    }

    /// Reads the copy; puts back its `notebook.json` if that was lost, damaged or made anew.
    private func read(
        _ place: any SyncLocation, _ progress: any WorkProgress, _ done: inout Exchange
    ) throws -> NotebookCopy? {
        do {
            let copy = try place.read(progress)
            guard let copy, try place.restoreRemadeDescription(of: copy, from: self) else { return copy }
            done.restoredThere = true
            return try place.read(progress)
        } catch let error as NotebookError {
            guard error.isOfDescription, try place.restoreDescription(from: self) else { throw error }
            done.restoredThere = true
            return try place.read(progress)
        }
    }

    private func listedFingerprint() throws -> Digest {
        try readFiles { files in Digest.of(try files.content(of: DiskPath(.manifest), limit: Manifest.maximumBytes)) }
    }

    /// - Parameters:
    ///   - mine: What the copy has now; `nil` if nothing was written there.
    ///   - left: The files here that no notebook can hold, if nothing was merged.
    private func sync(
        _ done: Exchange, sent: NotebookDifference?, _ theirs: NotebookCopy?, _ mine: NotebookCopy?,
        _ left: [UnsealableFile] = []
    ) -> NotebookSync {
        let replaced = Set((mine.flatMap { theirs?.replacedUnsealable(by: $0) } ?? []).map(\.foundPath))
        let unsealable = (theirs?.compared.reading.unsealable ?? []).map { file in
            var file = file
            file.isReplaced = replaced.contains(file.path)
            return file
        }
        return NotebookSync(
            merges: done.merges.map(\.result), sent: sent,
            links: done.merges.reduce(LinkKeeping()) { $0.adding($1.links) },
            strayFiles: theirs?.compared.reading.strayFiles ?? [], unsealable: unsealable,
            unsealableHere: Set(done.merges.flatMap(\.result.leftHere) + left).sorted { $0.path < $1.path },
            restoredHere: done.restoredHere, restoredThere: done.restoredThere)
    }

    /// Creates this notebook, where nothing is yet, from a copy that others synchronise with.
    ///
    /// - Throws: `NotebookError.taken` if something is there, `.notSealed` if the copy is not complete, or an error if
    ///   files cannot be read or written.
    package func make(from copy: some NotebookReading, progress: any WorkProgress) throws {
        let place: any SyncLocation
        if let directory = copy as? NotebookDirectory {
            place = SyncedDirectory(directory)
        } else if let archive = copy as? NotebookArchive {
            // Nothing is written there.
            place = SyncedArchive(archive, .zip, password: nil)
        } else {
            throw NotebookError.needsDirectory(copy.name)
        }
        let theirs = try place.read(progress)
        guard let theirs, theirs.isSealed else { throw NotebookError.notSealed(place.name) }
        _ = try SyncedDirectory(self).replace(nil, with: self, theirs, theirs.lineage, progress)
        try? remember(theirs.lineage, theirs)
    }

    /// Merges a copy, or all versions in it; also returns this notebook, if it is known.
    ///
    /// Returns `nil` if the copy has to be read again.
    private func receive(
        _ theirs: NotebookCopy, from place: any SyncLocation, _ reading: Aside<NotebookCopy.Reading>,
        acceptsMissing: Bool, _ progress: any WorkProgress
    ) throws -> (merges: [EditResult<NotebookMerge>], mine: (() throws -> SealedCopy)?)? {
        guard CarriedVersions.isNeeded(for: theirs) else {
            let merge = try merging(
                theirs, reading, given: nil, labels: place.labels, acceptsMissing: acceptsMissing, progress: progress)
            // The next synchronisation merges what others change meanwhile.
            return (
                [merge.edit],
                { (try merge.mine ?? NotebookCopy(ComparedNotebook(listed: self), merge.lineage), merge.lineage) }
            )
        }
        let mine = try sealedCopy(reading, besides: theirs, acceptsMissing: acceptsMissing, progress)
        guard let carried = try place.versions(in: theirs, mine) else {
            guard try place.acceptEdits(of: theirs, mine, progress) else { throw NotebookError.notSealed(place.name) }
            return nil
        }
        let merges = try carried.versions.map {
            try merge($0.copy, given: $0.base, labels: place.labels, progress: progress)
        }
        try dropSetAside(mine)
        return (merges, nil)
    }

    private func sealed(
        _ reading: Aside<NotebookCopy.Reading>, _ progress: any WorkProgress
    ) throws -> SealedCopy {
        let copy = try sealedCopy(reading, progress)
        return (copy, copy.lineage)
    }

    private static var syncAttempts: Int { 8 }
}

extension NotebookError {
    /// Whether it says that `notebook.json` is missing or damaged.
    fileprivate var isOfDescription: Bool {
        switch self {
        case .missing: true
        case .malformed(_, let file, let problem, _):
            file == BundlePath.notebook.text && problem.kind != .newerVersion
        default: false
        }
    }
}
