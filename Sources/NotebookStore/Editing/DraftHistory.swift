import NotebookFiles
package import NotebookFormat
package import NotebookText

/// What a draft records in the history besides its files.
package struct DraftHistory {
    /// The number of the change that it undoes; `nil` if it does not undo a change.
    package var undoes: Int?
    /// The files that return to the paths that they had before the change that it undoes.
    package var movedBack: [ChangeNote.Move] = []
    /// The fingerprint of the copy that it merges; `nil` if it is not a merge.
    package var merged: Digest?
    /// What that copy is called in messages.
    package var source: String?
    /// The contents that it destroys, unless another file has the same content.
    var destroyed: Set<Digest> = []
}

extension Draft {
    /// The paths that moved files had before, by their new ones.
    var movedPaths: [BundlePath: BundlePath] {
        moved.pathsBefore.merging(history.movedBack.map { ($0.to, $0.from) }) { old, _ in old }
            .filter { new, old in new != old && written[new] != nil && deleted[old] != nil }
    }

    /// What the history records about this change; `nil` if it keeps nothing of it.
    func changeNote(_ after: Manifest) -> ChangeNote? {
        // Reads the digests of all entries (there may be 100,000) only if something was destroyed.
        let destroyed =
            history.destroyed.isEmpty ? [] : history.destroyed.subtracting(after.entries.map(\.digest))
        guard store.history != nil || !destroyed.isEmpty else { return nil }
        let known = written.mapValues(\.replaces).merging(deleted) { _, digest in digest }
        let outside = known.compactMap { path, found in
            ChangeNote.ExternalChange(path, listing.manifest[path], found)
        }
        let moves = movedPaths
        return ChangeNote(
            time: environment.now(), verb: environment.verb, undoes: history.undoes, merged: history.merged,
            source: history.source, outside: outside.sorted { $0.path < $1.path },
            moved: moves.map { ChangeNote.Move(from: $0.value, to: $0.key) }.sorted { $0.to < $1.to },
            destroyed: destroyed.sorted { $0.description < $1.description })
    }
}
