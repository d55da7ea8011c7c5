package import NotebookFormat
import NotebookText

/// Takes back a committed change that cannot be completed (Format, clause 25.9).
///
/// Until the journal is gone, the change can still be completed. Its new texts go to the history, or are set aside.
package struct Withdrawal {
    private let store: Store
    private var files: any FileOperations { store.files.exact }

    /// For a bundle whose recovery failed.
    package init(_ store: Store) { self.store = store }

    /// Restores the state before the change, and returns what the change was.
    ///
    /// - Throws: `StoreError.unrecoverable` if a file that was replaced is missing, `.incomplete` if the system refuses a
    ///   step; the change is still pending then.
    package func run() throws(StoreError) -> HistoryRecord {
        let journal: Journal
        switch try store.pendingChange() {
        case .completable(let found), .done(let found): journal = found
        case .none, .undone: throw .unrecoverable("no change is pending")
        }
        if let path = try missing(journal) {
            throw .unrecoverable("the file that \(PrintableText.escaped(path.text)) replaced is gone")
        }
        do throws(SystemError) {
            try revert(journal)
            let record = try keep(journal)
            try store.discardStaging()
            return record
        } catch {
            throw .incomplete(error)
        }
    }

    /// The first new file in place whose predecessor is nowhere.
    private func missing(_ journal: Journal) throws(StoreError) -> BundlePath? {
        do throws(SystemError) {
            for (index, put) in journal.puts.enumerated() {
                if try isInPlace(put), let replaced = put.replaces, try place(of: replaced, index) == nil {
                    return put.path
                }
            }
            return nil
        } catch {
            throw .failed(error)
        }
    }

    private func isInPlace(_ put: Journal.Put) throws(SystemError) -> Bool {
        guard put.replaces != put.digest else { return false }
        return try files.digest(of: DiskPath(put.path)) == put.digest
    }

    /// Where the file that a new one replaced is.
    private func place(of replaced: Digest, _ index: Int) throws(SystemError) -> DiskPath? {
        for place in [Store.replaced(index), Store.staged(index), Store.kept(replaced)]
        where try files.digest(of: place) == replaced {
            return place
        }
        return nil
    }

    /// Restores the files, so that each content has a durable name at every moment.
    private func revert(_ journal: Journal) throws(SystemError) {
        var placed: [(Int, Journal.Put)] = []
        for (index, put) in journal.puts.enumerated() where try isInPlace(put) {
            try prepare(put, index)
            placed.append((index, put))
        }
        try files.synchronizeDirectory(Store.staging)
        // The manifest first: with it the change counts as done, and files would be deleted.
        for (index, put) in placed where put.path == .manifest {
            try restore(put, index, journal)
            try files.synchronizeDirectory(.root)
        }
        var touched: Set<DiskPath> = [.root]
        for (index, deletion) in journal.deletions.enumerated() {
            touched.formUnion(try restore(deletion, index, journal))
        }
        for (index, put) in placed where put.path != .manifest {
            try restore(put, index, journal)
            touched.insert(DiskPath(put.path).parent)
        }
        for directory in touched.sorted() where try files.status(directory) != nil {
            try files.synchronizeDirectory(directory)
        }
        try files.synchronizeDirectory(Store.staging)
    }

    /// Gives the new file its staged name again, besides its own, and the one that it replaced a name beside it.
    private func prepare(_ put: Journal.Put, _ index: Int) throws(SystemError) {
        let (staged, replaced) = (Store.staged(index), Store.replaced(index))
        if let digest = put.replaces, let place = try place(of: digest, index), place != replaced {
            try name(place, replaced, isShared: place == staged)
        }
        guard try files.digest(of: staged) != put.digest else { return }
        let passage = Self.passage(index)
        if try files.status(passage) != nil { try files.unlink(passage) }
        try name(DiskPath(put.path), passage, isShared: true)
        try files.rename(passage, to: staged)
    }

    private static func passage(_ index: Int) -> DiskPath { Store.staging.appending("back.\(index)") }

    /// Gives a file a second name, or copies it.
    ///
    /// - Parameter isShared: Whether both names may lead to the same file.
    private func name(_ file: DiskPath, _ other: DiskPath, isShared: Bool) throws(SystemError) {
        if isShared, (try? files.link(file, to: other)) != nil { return }
        // Half a copy must not be taken for what another program wrote.
        let part = Store.staging.appending("copy")
        if try files.status(part) != nil { try files.unlink(part) }
        let copy = try files.create(part)
        defer { files.close(copy) }
        let original = try files.open(file)
        defer { files.close(original) }
        while true {
            let bytes = try files.read(original, upTo: 1 << 20)
            guard !bytes.isEmpty else { break }
            try files.writeAll(bytes, to: copy)
        }
        try files.synchronize(copy)
        try files.rename(part, to: other)
    }

    /// Puts the replaced file into its place; where nothing was replaced, the new one has only its staged name then.
    ///
    /// What other programs write there at this moment is kept beside it.
    private func restore(_ put: Journal.Put, _ index: Int, _ journal: Journal) throws(SystemError) {
        let target = DiskPath(put.path)
        var found = Self.passage(index)
        if put.replaces == nil {
            try files.rename(target, to: found)
        } else {
            found = Store.replaced(index)
            do throws(SystemError) {
                try files.exchange(found, with: target)
            } catch {
                guard error.meansUnsupported else { throw error }
                return try files.rename(found, to: target)
            }
        }
        guard try files.digest(of: found) != put.digest else { return }
        var completion = Completion(store, journal)
        try completion.keep(found, beside: target)
    }

    /// Puts a deleted file into its place; returns the directories in which names changed.
    private func restore(
        _ deletion: Journal.Deletion, _ index: Int, _ journal: Journal
    ) throws(SystemError) -> [DiskPath] {
        let (path, deleted) = (DiskPath(deletion.path), Store.deleted(index))
        if try files.digest(of: deleted) != deletion.digest {
            let kept = Store.kept(deletion.digest)
            guard try files.status(path) == nil, try files.digest(of: kept) == deletion.digest else { return [] }
            if try files.status(deleted) != nil { try files.unlink(deleted) }
            try name(kept, deleted, isShared: false)
        }
        let made = try files.makeDirectories(path.parent)
        do throws(SystemError) {
            try files.renameExclusively(deleted, to: path)
        } catch {
            guard error.meansTaken else { throw error }
            var completion = Completion(store, journal)
            try completion.keep(deleted, beside: path)
        }
        return made + [path.parent]
    }

    /// Records the change and that it was taken back; without a history, sets its new texts aside.
    private func keep(_ journal: Journal) throws(SystemError) -> HistoryRecord {
        if let note = journal.note, let number = try? record(journal),
            let record = HistoryRecord(number: number, journal)
        {
            // Without this second record, the history sees that an earlier state came back (21.4).
            try? recordUndoing(of: record, journal, note)
            return record
        }
        let aside = SetAside(files, now: store.now())
        for (index, put) in journal.puts.enumerated().dropLast()
        where try files.digest(of: Store.staged(index)) == put.digest {
            _ = try aside.move(Store.staged(index), as: DiskPath(put.path))
        }
        let note = ChangeNote(time: store.now(), verb: journal.note?.verb ?? "edit", moved: journal.note?.moved ?? [])
        return HistoryRecord(number: 0, journal, note)
    }

    /// Keeps the new contents, and makes the journal a record; returns its number.
    private func record(_ journal: Journal) throws(SystemError) -> Int {
        let history = HistoryKeeping(store)
        try history.makeDirectories()
        for (index, put) in journal.puts.enumerated().dropLast()
        where try files.digest(of: Store.staged(index)) == put.digest {
            let kept = Store.kept(put.digest)
            try history.copy(Store.staged(index), to: kept)
            guard try files.digest(of: kept) == put.digest else {
                throw SystemError(.create, kept.description, code: SystemCall.unreadable)
            }
        }
        let number = try history.nextNumber()
        try files.rename(Store.journal, to: Store.record(number))
        return number
    }

    private func recordUndoing(of record: HistoryRecord, _ journal: Journal, _ note: ChangeNote) throws(SystemError) {
        guard let before = journal.before, let manifest = journal.puts.last else { return }
        let changed = journal.puts.dropLast()
        let undoing = Journal(
            before: journal.after, after: before,
            puts: changed.compactMap { put in
                put.replaces.map { Journal.Put(path: put.path, digest: $0, replaces: put.digest) }
            } + journal.deletions.map { Journal.Put(path: $0.path, digest: $0.digest, replaces: nil) }
                + [Journal.Put(path: manifest.path, digest: before, replaces: journal.after)],
            deletions: changed.filter { $0.replaces == nil }.map { .init(path: $0.path, digest: $0.digest) },
            note: ChangeNote(
                time: store.now(), verb: "undo", undoes: record.number,
                moved: note.moved.map { ChangeNote.Move(from: $0.to, to: $0.from) }))
        let file = try files.create(Store.newJournal)
        defer { files.close(file) }
        try files.writeAll(undoing.text, to: file)
        try files.rename(Store.newJournal, to: Store.record(record.number + 1))
    }
}
