/// The changes that a history keeps, the oldest first.
package struct HistoryLog: Sendable {
    /// The changes in the order of their numbers.
    package let records: [HistoryRecord]
    /// The numbers of the changes that others took back, with the changes that did.
    private let undone: [Int: Int]

    /// Makes a log from records in any order.
    package init(_ records: [HistoryRecord]) {
        self.records = records.sorted { $0.number < $1.number }
        var undone: [Int: Int] = [:]
        // A change that was undone undoes nothing.
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

    /// The change that undid another one; `nil` if it still stands.
    package func undoing(_ number: Int) -> Int? { undone[number] }

    /// The latest change that still stands and does not undo another one.
    package var latestToUndo: HistoryRecord? {
        records.last { undone[$0.number] == nil && $0.note.undoes == nil }
    }

    /// The latest change that undid another one and was not undone itself.
    package var latestToRedo: HistoryRecord? {
        records.last { record in
            guard undone[record.number] == nil, let number = record.note.undoes else { return false }
            // What made a change again is no undoing.
            return self[number].map { $0.note.undoes == nil } ?? true
        }
    }

    /// The first change after another one that touched a file.
    package func laterChange(of path: BundlePath, after number: Int) -> HistoryRecord? {
        records.first { $0.number > number && $0.touches(path) }
    }

    /// The changes of a file, the latest first, with its paths after them; beginning with where it is now, or with the
    /// last change of a path where nothing is now.
    package func changes(of path: BundlePath) -> [(record: HistoryRecord, path: BundlePath)] {
        var found: [(record: HistoryRecord, path: BundlePath)] = []
        var current: BundlePath? = path
        for record in records.reversed() {
            guard let place = current else { break }
            guard record.touches(place) || record.note.moved.contains(where: { $0.to == place }) else { continue }
            found.append((record, place))
            current = record.origin(of: place)
            // What was deleted there was another file, unless the path is asked for and nothing is there now.
            if record.files.first(where: { $0.path == place })?.after == nil { current = place }
        }
        return found
    }

    /// The contents that files had under all paths at which they stood, through moves.
    package func contents(of paths: some Sequence<BundlePath>) -> Set<Digest> {
        var digests: Set<Digest> = []
        for path in paths {
            for (record, place) in changes(of: path) {
                let origin = record.origin(of: place) ?? place
                for change in record.files where change.path == place || change.path == origin {
                    if let before = change.before { digests.insert(before) }
                    if let after = change.after { digests.insert(after) }
                }
            }
        }
        return digests
    }
}
