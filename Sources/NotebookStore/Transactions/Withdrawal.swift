import NotebookFormat

/// Takes back a committed change that cannot be completed (Format, clause 15.9).
///
/// Until the journal is gone, the change can still be completed. Its new texts go to the history, or are set aside.
struct Withdrawal {
    private let store: Store
    private var files: any FileOperations { store.files.exact }

    /// For a bundle whose recovery failed.
    init(_ store: Store) { self.store = store }

    /// Restores the state before the change, and returns what the change was.
    ///
    /// - Throws: `StoreError.unrecoverable` if a file that was replaced is missing, `.incomplete` if the system refuses a
    ///   step; the change is still pending then.
    func run() throws(StoreError) -> HistoryRecord {
        let journal: Journal
        switch try store.pendingChange() {
        case .completable(let found), .done(let found): journal = found
        case .none, .undone: throw .unrecoverable("no change is pending")
        }
        if let path = try missing(journal) {
            throw .unrecoverable("the file that \(PrintableText.escaped(path.text)) replaced is gone")
        }
        do throws(SystemError) {
            try takeBack(journal)
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

    private func place(of replaced: Digest, _ index: Int) throws(SystemError) -> DiskPath? {
        if try files.digest(of: Store.staged(index)) == replaced { return Store.staged(index) }
        return try files.digest(of: Store.replaced(index)) == replaced ? Store.replaced(index) : nil
    }

    /// The manifest first: with it the change counts as done, and files would be deleted.
    private func takeBack(_ journal: Journal) throws(SystemError) {
        let last = journal.puts.count - 1
        if let manifest = journal.puts.last {
            try takeBack(manifest, last)
            try files.synchronizeDirectory(.root)
        }
        var touched: Set<DiskPath> = [.root, Store.staging]
        for (index, deletion) in journal.deletions.enumerated()
        where try files.digest(of: Store.deleted(index)) == deletion.digest {
            let path = DiskPath(deletion.path)
            _ = try files.makeDirectories(path.parent)
            do throws(SystemError) {
                try files.renameExclusively(Store.deleted(index), to: path)
            } catch {
                guard error.meansTaken else { throw error }
                var completion = Completion(store, journal)
                try completion.keep(Store.deleted(index), beside: path)
            }
            touched.insert(path.parent)
        }
        for (index, put) in journal.puts.enumerated().dropLast().reversed() {
            try takeBack(put, index)
            touched.insert(DiskPath(put.path).parent)
        }
        for directory in touched.sorted() where try files.status(directory) != nil {
            try files.synchronizeDirectory(directory)
        }
    }

    /// Moves a new file back to its staging place, and the file that it replaced to its own.
    private func takeBack(_ put: Journal.Put, _ index: Int) throws(SystemError) {
        guard try isInPlace(put) else { return }
        let (target, staged) = (DiskPath(put.path), Store.staged(index))
        guard let replaced = put.replaces, let place = try place(of: replaced, index) else {
            return try files.rename(target, to: staged)
        }
        if place == staged { return try files.exchange(staged, with: target) }
        HistoryKeeping(store).copy(target, to: staged)
        let copy = try files.open(staged)
        defer { files.close(copy) }
        try files.synchronize(copy)
        try files.rename(place, to: target)
    }

    /// Records the change and that it was taken back; without a history, sets its new texts aside.
    private func keep(_ journal: Journal) throws(SystemError) -> HistoryRecord {
        if let note = journal.note, let number = try? record(journal),
            let record = HistoryRecord(number: number, journal)
        {
            // Without this second record, the history sees that an earlier state came back (21.4).
            try? noteUndoing(of: record, journal, note)
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
            history.copy(Store.staged(index), to: kept)
            guard try files.digest(of: kept) == put.digest else {
                throw SystemError(.create, kept.description, code: SystemCall.unreadable)
            }
        }
        let number = try history.nextNumber()
        try files.rename(Store.journal, to: Store.record(number))
        return number
    }

    private func noteUndoing(of record: HistoryRecord, _ journal: Journal, _ note: ChangeNote) throws(SystemError) {
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
