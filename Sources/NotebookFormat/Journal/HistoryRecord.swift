package import NotebookText

/// A change that the history keeps (Format, section 21): a number, and the content of the journal that made the change.
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
        let written = journal.puts.dropLast().map {
            RecordedFile(path: $0.path, before: $0.replaces, after: $0.digest)
        }
        let deleted = journal.deletions.map { RecordedFile(path: $0.path, before: $0.digest, after: nil) }
        let own = Set((written + deleted).map(\.path))
        let others = note.outside.filter { !own.contains($0.path) }.map {
            RecordedFile(path: $0.path, before: $0.before, after: $0.after)
        }
        files = (written + deleted + others).sorted { $0.path < $1.path }
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
