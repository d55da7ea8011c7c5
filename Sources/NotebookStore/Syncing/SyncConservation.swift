import NotebookFormat

extension NotebookDirectory {
    /// Keeps here what a synchronisation is about to remove or replace in the other copy, unless it is kept already
    /// (Format, clause 21.10).
    ///
    /// - Parameters:
    ///   - theirs: The other copy.
    ///   - mine: This notebook, as it will be there.
    /// - Returns: Whether that changed this notebook: what its history has no room for goes to the trash.
    func conserve(_ theirs: NotebookCopy, replacedBy mine: NotebookCopy) throws -> Bool {
        let staying = mine.digests
        var going = theirs.compared.content.files.filter { !staying.contains($0.digest) && $0.type != nil }
            .map { Replaced(path: $0.path, digest: $0.digest, size: $0.size) }
        if case .read(_, let bytes) = theirs.compared.inspection.description, !staying.contains(Digest.of(bytes)) {
            going.append(Replaced(path: .notebook, digest: Digest.of(bytes), size: bytes.count))
        }
        guard !going.isEmpty, !world.isKeptElsewhere, try !keep(going, of: theirs) else { return false }
        _ = try edit { draft in
            let store = draft.store
            try draft.keepInTrash(try store.unkept(going), of: theirs.compared)
        }
        return true
    }

    /// Keeps contents of another copy in the history; false if it has no room for them.
    private func keep(_ contents: [Replaced], of copy: NotebookCopy) throws -> Bool {
        let files = try openToChange()
        let store = Store(files, world)
        let unkept = try store.unkept(contents)
        guard !unkept.isEmpty else { return true }
        guard let room = try store.roomInHistory(), unkept.reduce(0, { $0 + $1.size }) <= room else { return false }
        try OwnEdits.during(world.identity(path), files) { try store.keep(unkept, of: copy.compared) }
        return true
    }
}

/// A file that is removed or replaced in another copy.
private struct Replaced {
    let path: BundlePath
    let digest: Digest
    let size: Int
}

extension Store {
    /// The contents that the history does not have, and that nobody destroyed.
    ///
    /// Once the history is off, nobody finds in it what no record names.
    fileprivate func unkept(_ contents: [Replaced]) throws -> [Replaced] {
        let isOn = try roomInHistory() != nil
        let unkept = try contents.filter { try !isOn || !keepsContent($0.digest) }
        guard !unkept.isEmpty else { return [] }
        let records = try historyLog().records
        let destroyed = Set(records.flatMap(\.note.destroyed))
        let named = isOn ? [] : Set(records.flatMap(\.contentsBefore))
        return try unkept.filter { content in
            try !destroyed.contains(content.digest)
                && !(named.contains(content.digest) && keepsContent(content.digest))
        }
    }

    /// Keeps contents of another copy in the history.
    fileprivate func keep(_ contents: [Replaced], of copy: ComparedNotebook) throws {
        try HistoryKeeping(self).makeDirectories()
        for content in contents {
            let staged = Self.staged(content.digest)
            if try files.status(staged) != nil { try files.unlink(staged) }
            let file = try files.create(staged)
            defer { files.close(file) }
            try copy.stream(content.path) { try files.writeAll($0, to: file) }
            guard try files.digest(of: staged) == content.digest else {
                try files.unlink(staged)
                throw copy.changed(content.path)
            }
        }
        try files.synchronizeAll()
        for content in contents { try files.rename(Self.staged(content.digest), to: Self.kept(content.digest)) }
    }
}

extension Draft {
    /// Puts contents of another copy into the trash, whatever they hold.
    fileprivate mutating func keepInTrash(_ contents: [Replaced], of copy: ComparedNotebook) throws {
        let batch = world.newBatch()
        for content in contents where !manifest.entries.contains(where: { $0.digest == content.digest }) {
            guard let kept = TrashedPath(keeping: content.path, in: batch)?.oldPath,
                let target = try freeTrashPath(of: kept, in: batch)
            else { continue }
            let staged = try stage(expecting: content.size) { write in try copy.stream(content.path, write) }
            guard staged.digest == content.digest else { throw copy.changed(content.path) }
            try write(staged, at: target)
        }
    }
}
