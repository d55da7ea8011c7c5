package import NotebookText

/// The changes that a history keeps, the oldest first.
package struct HistoryLog: Sendable {
    /// The changes in the order of their numbers.
    package let records: [HistoryRecord]
    /// The numbers of the changes whose records cannot be read, in ascending order.
    package let unreadable: [Int]
    /// The numbers of undone changes, each with the number of the change that undid it.
    private let undone: [Int: Int]

    /// Makes a log from records in any order.
    package init(_ records: [HistoryRecord], unreadable: [Int] = []) {
        self.records = records.sorted { $0.number < $1.number }
        self.unreadable = unreadable.sorted()
        var undone: [Int: Int] = [:]
        // A change that was itself undone does not undo anything.
        for record in self.records.reversed() where undone[record.number] == nil {
            if let number = record.note.undoes { undone[number] = record.number }
        }
        self.undone = undone
    }

    /// The change with a number.
    package subscript(number: Int) -> HistoryRecord? {
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < records.count && records[low].number == number ? records[low] : nil
    }

    /// The number of the change that undid this one; `nil` if none did.
    package func undoing(_ number: Int) -> Int? { undone[number] }

    /// The latest change of files that is not undone and does not undo another.
    package var latestToUndo: HistoryRecord? { records.last(where: canBeUndone) }

    /// Whether a change can be what is undone next: sealing can write the manifest alone, which has nothing to undo.
    package func canBeUndone(_ record: HistoryRecord) -> Bool {
        undone[record.number] == nil && record.note.undoes == nil && !record.files.isEmpty
    }

    /// The latest change that undid another and is not undone itself; `nil` if a change was made since, other than by
    /// merging another copy.
    package var latestToRedo: HistoryRecord? {
        for record in records.reversed() where undone[record.number] == nil {
            guard let number = record.note.undoes else {
                if record.note.merged != nil { continue }
                return nil
            }
            // Redoing a change is not undoing one.
            if self[number].map({ $0.note.undoes == nil }) ?? true { return record }
        }
        return nil
    }

    /// The first change after a given one that touched a file.
    package func laterChange(of path: BundlePath, after number: Int) -> HistoryRecord? {
        records.first { $0.number > number && $0.touches(path) }
    }

    /// The changes of a file, the latest first, each with the path of the file after it.
    ///
    /// Starts from the file that is at the path now; if there is none, from the last change at the path.
    package func changes(of path: BundlePath) -> [(record: HistoryRecord, path: BundlePath)] {
        var found: [(record: HistoryRecord, path: BundlePath)] = []
        var current: BundlePath? = path
        for record in records.reversed() {
            guard let place = current else { break }
            guard record.touches(place) || record.note.moved.contains(where: { $0.to == place }) else { continue }
            found.append((record, place))
            current = record.origin(of: place)
            // A file that was deleted at the path was a different one, unless nothing is at the requested path now.
            if record.files.first(where: { $0.path == place })?.after == nil { current = place }
        }
        return found
    }

    /// All contents that files had, at the paths where they were before moves, too, without those of other files that
    /// they replaced there.
    package func contents(of paths: some Sequence<BundlePath>) -> Set<Digest> {
        var digests: Set<Digest> = []
        for path in paths {
            for (record, place) in changes(of: path) {
                let origin = record.origin(of: place) ?? place
                for change in record.files {
                    if change.path == origin, let before = change.before { digests.insert(before) }
                    if change.path == place, let after = change.after { digests.insert(after) }
                }
            }
        }
        return digests
    }
}

/// A change that the history keeps (Format, section 27): a number, and the content of the journal that made the change.
package struct HistoryRecord: Equatable, Sendable {
    /// Its number: one more than that of the change before it.
    package let number: Int
    /// The digest of the manifest before; `nil` if there was none.
    package let before: Digest?
    /// The digest of the manifest after.
    package let after: Digest
    /// What the history records about it besides its files.
    package let note: ChangeNote
    /// The files that it wrote or deleted, in the order of their paths, without the manifest.
    package let files: [RecordedFile]

    /// A file before and after a change.
    package struct RecordedFile: Equatable, Sendable {
        /// Its path.
        package let path: BundlePath
        /// Its digest before; `nil` if it did not exist.
        package let before: Digest?
        /// Its digest after; `nil` if it does not exist.
        package let after: Digest?
    }

    /// Makes a record of a change; `nil` if its journal has no note.
    package init?(number: Int, _ journal: Journal) {
        guard let note = journal.note else { return nil }
        self.init(number: number, journal, note)
    }

    /// Makes a record of a change with another note.
    package init(number: Int, _ journal: Journal, _ note: ChangeNote) {
        self.number = number
        self.note = note
        before = journal.before
        after = journal.after
        var files = journal.puts.dropLast().map {
            RecordedFile(path: $0.path, before: $0.replaces, after: $0.digest)
        }
        files += journal.deletions.map { RecordedFile(path: $0.path, before: $0.digest, after: nil) }
        if !note.outside.isEmpty {
            Self.join(note, &files)
            let own = Set(files.map(\.path))
            files += note.outside.filter { !own.contains($0.path) }.map {
                RecordedFile(path: $0.path, before: $0.before, after: $0.after)
            }
        }
        self.files = files.sorted { $0.path < $1.path }
    }

    /// Makes one move of a file that another program renamed while it was edited here: it was at one path at a time.
    ///
    /// If that program changed it as well, the change here began with what it wrote.
    private static func join(_ note: ChangeNote, _ files: inout [RecordedFile]) {
        for move in note.moved {
            guard let new = files.firstIndex(where: { $0.path == move.to }), let found = files[new].before,
                let old = files.firstIndex(where: { $0.path == move.from && $0.after == nil }),
                note.outside.contains(where: { $0.path == move.to && $0.before == nil && $0.after == found })
            else { continue }
            if files[old].before == found {
                files[new] = RecordedFile(path: move.to, before: nil, after: files[new].after)
            } else {
                files.remove(at: old)
            }
        }
    }

    /// The path of a file before this change; `nil` if it did not exist.
    package func origin(of path: BundlePath) -> BundlePath? {
        if let move = note.moved.first(where: { $0.to == path }) { return move.from }
        guard let change = files.first(where: { $0.path == path }) else { return path }
        if let place = originByHand(of: path) { return place }
        return change.before == nil ? nil : path
    }

    /// The path from which another program moved the file at a path, whose bytes did not change; `nil` if none did.
    private func originByHand(of path: BundlePath) -> BundlePath? {
        guard let found = note.outside.first(where: { $0.path == path }), let after = found.after, after != found.before
        else { return nil }
        let left = note.outside.filter { $0.path != path && $0.before == after && $0.after != after }
        return left.count == 1 ? left.first?.path : nil
    }

    /// Whether it wrote, deleted or moved a file at this path, which may be the path before or after it.
    package func touches(_ path: BundlePath) -> Bool { files.contains { $0.path == path } }

    /// The contents that were replaced or deleted.
    package var contentsBefore: [Digest] { (files.compactMap(\.before) + note.outside.compactMap(\.before)) }
}
