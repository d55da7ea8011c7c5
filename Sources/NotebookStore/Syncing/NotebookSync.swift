public import NotebookFormat

/// What a synchronisation with another copy did.
public struct NotebookSync: Sendable {
    /// What was taken from the other copy.
    public let merge: NotebookMerge
    /// What the other copy got.
    public let sent: NotebookDifference
}

extension NotebookDirectory {
    /// Makes this notebook and another copy the same: takes in what was changed there, then writes there what was
    /// changed here.
    ///
    /// The other copy keeps no history of that. What was deleted in one copy goes to the trash of the other. Blocks until
    /// both are durable; after an interruption at any point, the next call goes on.
    ///
    /// - Throws: `NotebookError.notSealed` or `.incomplete` if the other copy is not complete, what ``merge(_:base:)``
    ///   throws, or `StoreError.changedMeanwhile` if others keep changing one of them.
    @discardableResult
    public func synchronize(with place: NotebookDirectory) throws -> NotebookSync {
        try synchronize(with: place, progress: NoProgress())
    }

    /// Makes this notebook and another copy the same.
    package func synchronize(with other: NotebookDirectory, progress: any WorkProgress) throws -> NotebookSync {
        let place = other.withoutHistory
        _ = try place.recover()
        for _ in 1...Self.syncAttempts {
            let theirs = try NotebookCopy(place, progress: progress)
            guard try place.open().fingerprint == theirs.fingerprint else {
                throw NotebookError.notSealed(world.display(place.path))
            }
            let merge = try merge(theirs, progress: progress).result
            let mine = try NotebookCopy(self, progress: progress)
            let sent = try NotebookDifference(theirs.compared.content, mine.compared.content) { _ in [] }
            guard try mine.fingerprint == theirs.fingerprint || place.become(mine, insteadOf: theirs) else { continue }
            try? noteMerged([mine.fingerprint], manifest: mine.manifest.text)
            try? place.noteMerged([mine.fingerprint], manifest: nil)
            return NotebookSync(merge: merge, sent: sent)
        }
        throw StoreError.changedMeanwhile(world.display(place.path))
    }

    private static var syncAttempts: Int { 3 }

    /// Makes a copy of this notebook without its history, to synchronise with.
    ///
    /// Blocks until it is durable.
    ///
    /// - Parameter path: Where nothing is yet.
    /// - Throws: `NotebookError.taken`, `SealRefusal` if changes by others cannot be sealed, or an error if files cannot
    ///   be read or written.
    public func makeCopy(at path: String) throws -> NotebookDirectory {
        let mine = try sealedCopy(NoProgress())
        let place = NotebookDirectory(path, world: world).withoutHistory
        var bundle = try NewBundle(OutsidePath.name(of: path), in: OutsidePath.parent(of: path), world: place.world)
        bundle.expect(mine.manifest.entries.map(\.size))
        for entry in mine.manifest.entries {
            let fact = try bundle.write(at: entry.path) { write in try mine.compared.stream(entry.path, write) }
            guard fact.digest == entry.digest else { throw mine.compared.changed(entry.path) }
        }
        try bundle.write(mine.manifest.text, at: .manifest)
        _ = try bundle.finishAsWritten()
        try? noteMerged([mine.fingerprint], manifest: mine.manifest.text)
        try? place.noteMerged([mine.fingerprint], manifest: nil)
        return place
    }

    /// Makes all files of this copy those of another one; `false` if somebody changed it meanwhile.
    private func become(_ other: NotebookCopy, insteadOf own: NotebookCopy) throws -> Bool {
        try edit { draft in
            guard draft.notebook.fingerprint == own.fingerprint else { return false }
            try draft.become(other)
            return true
        }.result
    }
}

extension Draft {
    /// Makes all files those of a copy, to the byte.
    fileprivate mutating func become(_ copy: NotebookCopy) throws {
        restoresExactly = true
        let (now, wanted) = (notebook.manifest, copy.manifest)
        let different = wanted.entries.filter { now[$0.path]?.digest != $0.digest }
        if different.contains(where: { $0.path == .notebook }) {
            guard case .read(_, let bytes) = copy.compared.inspection.description else { return }
            try restoreDescription(bytes)
        }
        for entry in now.entries where entry.path != .notebook && wanted[entry.path] == nil { try delete(entry.path) }
        let items = different.filter(\.type.isItem)
        for start in stride(from: 0, to: items.count, by: Self.itemsAtOnce) {
            let batch = items[start..<min(start + Self.itemsAtOnce, items.count)]
            let texts = try copy.compared.contents(of: batch.map { ComparedNotebook.Wanted($0.path, $0.digest) })
            for entry in batch {
                guard let bytes = texts[ComparedNotebook.Wanted(entry.path, entry.digest)] else {
                    throw copy.compared.changed(entry.path)
                }
                try write(try Self.item(bytes, entry.path), at: entry.path)
            }
        }
        for entry in different where !entry.type.isItem && entry.path != .notebook {
            let staged = try stage(expecting: entry.size) { write in try copy.compared.stream(entry.path, write) }
            guard staged.digest == entry.digest else { throw copy.compared.changed(entry.path) }
            try write(staged, at: entry.path)
        }
    }

    private static var itemsAtOnce: Int { 256 }
}
