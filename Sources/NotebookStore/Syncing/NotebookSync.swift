public import NotebookFormat

/// What a synchronisation with another copy did.
public struct NotebookSync: Sendable {
    /// What was taken from the other copy; `nil` if there was none, so that one was made.
    public let merge: NotebookMerge?
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
        try synchronize(with: DirectoryPlace(place))
    }

    /// Makes this notebook and a copy of it the same.
    func synchronize(with place: any SyncPlace, progress: any WorkProgress = NoProgress()) throws -> NotebookSync {
        for _ in 1...Self.syncAttempts {
            let theirs = try place.read(progress)
            if let theirs, !theirs.isSealed { throw NotebookError.notSealed(place.name) }
            let merged = try theirs.map { try merge($0, progress: progress) }
            let mine = try sealedCopy(progress)
            let sent = theirs.map { theirs in
                NotebookDifference(theirs.compared.content, mine.compared.content) { _ in [] }
            }
            // First here: the copy may go away, and come back with later changes.
            try? Store(try openToChange(), world).note(mine.lineage, keeping: mine.manifest)
            if mine.fingerprint == theirs?.fingerprint {
                if theirs?.lineage.own != mine.lineage.own { try? place.note(mine.lineage) }
            } else {
                guard try place.replace(theirs, with: self, mine, mine.lineage, progress) else { continue }
            }
            return NotebookSync(merge: merged?.result, sent: sent, links: merged?.links ?? LinkKeeping())
        }
        throw StoreError.changedMeanwhile(place.name)
    }

    private static var syncAttempts: Int { 3 }
}
