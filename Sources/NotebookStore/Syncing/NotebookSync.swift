package import Archives
import Cores
public import NotebookFormat

/// What a synchronisation with another copy did.
public struct NotebookSync: Sendable {
    /// What was taken from the other copy: one merge, or several if a program that carried it left several versions.
    public let merges: [NotebookMerge]
    /// What the other copy got; `nil` if it is new.
    public let sent: NotebookDifference?
    /// The updates of links in this notebook.
    public let links: LinkKeeping
}

extension NotebookDirectory {
    /// Makes this notebook and a copy of it the same: takes in what was changed there, then writes there what was changed
    /// here.
    ///
    /// The other copy keeps no history of that, and is made if nothing is there. What was deleted in one copy goes to the
    /// trash of the other. Blocks until both are durable; after an interruption at any point, the next call goes on.
    ///
    /// - Throws: `NotebookError.notSealed` or `.incomplete` if the other copy is not complete, what ``merge(_:base:)``
    ///   throws, or `StoreError.changedMeanwhile` if others keep changing one of them.
    @discardableResult
    public func synchronize(with place: NotebookDirectory) throws -> NotebookSync {
        try synchronize(with: place, progress: NoProgress())
    }

    /// Makes this notebook and an archive of it the same, in both directions.
    ///
    /// The archive is made if nothing is there; otherwise as ``synchronize(with:)``.
    ///
    /// - Parameters:
    ///   - archive: The archive, with its password if it is encrypted.
    ///   - password: Encrypts what is written, which only a zip can be; `nil` for none.
    package func synchronize(
        with archive: NotebookArchive, as format: ArchiveFormat, password: [UInt8]?,
        progress: any WorkProgress = NoProgress()
    ) throws -> NotebookSync {
        try synchronize(with: SyncedArchive(archive, format, password: password), progress: progress)
    }

    /// Makes this notebook and a copy of it the same.
    ///
    /// - Parameter place: The directory of the copy, which is made if nothing is there.
    package func synchronize(
        with place: NotebookDirectory, progress: any WorkProgress
    ) throws -> NotebookSync {
        try synchronize(with: SyncedDirectory(place), progress: progress)
    }

    func synchronize(with place: any SyncPlace, progress: any WorkProgress) throws -> NotebookSync {
        try named(ChangeNote.synchronizing).exchange(with: place, progress)
    }

    private func exchange(with place: any SyncPlace, _ progress: any WorkProgress) throws -> NotebookSync {
        for attempt in 1... {
            do {
                if let sync = try attemptExchange(with: place, progress) { return sync }
            } catch let error as StoreError {
                // Another computer, or somebody here, was faster.
                guard case .changedMeanwhile = error, attempt < Self.syncAttempts else { throw error }
            }
            if attempt == Self.syncAttempts { break }
        }
        throw StoreError.changedMeanwhile(place.name)
    }

    /// Takes in what the copy has, and writes there what it lacks; `nil` if somebody changed it meanwhile.
    private func attemptExchange(with place: any SyncPlace, _ progress: any WorkProgress) throws -> NotebookSync? {
        let reading = reading(progress)
        let theirs = try place.read(progress)
        let (merges, known) = try theirs.map { try take($0, from: place, reading, progress) } ?? ([], nil)
        // Nothing is left to be written there, and all is remembered.
        if let theirs, !CarriedVersions.isNeeded(for: theirs), try listedFingerprint() == theirs.fingerprint {
            return sync(merges, sent: NotebookDifference(theirs.compared.content, theirs.compared.content) { _ in [] })
        }
        let (mine, lineage) = try known?() ?? sealed(theirs == nil ? reading : self.reading(progress), progress)
        let sent = theirs.map { theirs in
            NotebookDifference(theirs.compared.content, mine.compared.content) { _ in [] }
        }
        // First here: the copy may go away, and come back with later changes.
        try? remember(lineage, mine)
        let isSame = theirs.map { $0.fingerprint == mine.fingerprint && !CarriedVersions.isNeeded(for: $0) }
        guard try isSame ?? false || place.replace(theirs, with: self, mine, lineage, progress) else {
            return nil
        }
        return sync(merges, sent: sent)
    }

    private func listedFingerprint() throws -> Digest {
        try readFiles { files in Digest.of(try files.content(of: DiskPath(.manifest), limit: Manifest.maximumBytes)) }
    }

    private func sync(_ merges: [EditResult<NotebookMerge>], sent: NotebookDifference?) -> NotebookSync {
        NotebookSync(
            merges: merges.map(\.result), sent: sent, links: merges.reduce(LinkKeeping()) { $0.adding($1.links) })
    }

    /// Makes this notebook, where nothing is yet, from a copy with which others synchronise.
    ///
    /// - Throws: `NotebookError.notSealed` if the copy is not complete, or an error if files cannot be read or written.
    package func make(from copy: NotebookDirectory, progress: any WorkProgress) throws {
        try make(from: SyncedDirectory(copy), progress)
    }

    /// Makes this notebook, where nothing is yet, from an archive with which others synchronise.
    ///
    /// - Throws: the same as for a copy in a directory.
    package func make(from archive: NotebookArchive, as format: ArchiveFormat, progress: any WorkProgress) throws {
        try make(from: SyncedArchive(archive, format, password: nil), progress)
    }

    private func make(from place: any SyncPlace, _ progress: any WorkProgress) throws {
        let theirs = try place.read(progress)
        guard let theirs, theirs.isSealed else { throw NotebookError.notSealed(place.name) }
        _ = try SyncedDirectory(self).replace(nil, with: self, theirs, theirs.lineage, progress)
        try? remember(theirs.lineage, theirs)
    }

    /// Takes in a copy, or all versions in it; gives this notebook as well, if it is known.
    private func take(
        _ theirs: NotebookCopy, from place: any SyncPlace, _ reading: Aside<NotebookCopy.Reading>,
        _ progress: any WorkProgress
    ) throws -> (merges: [EditResult<NotebookMerge>], mine: (() throws -> SealedCopy)?) {
        guard CarriedVersions.isNeeded(for: theirs) else {
            let merge = try merging(theirs, reading, given: nil, labels: .dates, progress: progress)
            // What others change meanwhile is taken in by the next synchronisation.
            return (
                [merge.edit],
                { (try merge.mine ?? NotebookCopy(ComparedNotebook(listed: self), merge.lineage), merge.lineage) }
            )
        }
        let carried = try place.versions(in: theirs, try sealedCopy(reading, progress))
        guard let carried else { throw NotebookError.notSealed(place.name) }
        let merges = try carried.versions.map {
            try merge($0.copy, given: $0.base, labels: .dates, progress: progress)
        }
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
