package import NotebookFormat
import NotebookText

/// Moves what a completed change replaced and deleted into the history, instead of deleting it (Format, clause 27.3).
package struct HistoryKeeping {
    private let store: Store
    private var files: any FileOperations { store.files }

    /// After how many changes the history is pruned to its limits.
    private static let changesBetweenPruning = 32

    package init(_ store: Store) { self.store = store }

    /// Makes sure that there is a place for a history, before a change is committed that relies on it.
    ///
    /// - Returns: Whether there is one: files may be in its way.
    /// - Throws: `SystemError` if the disk refuses.
    @discardableResult
    package func prepare() throws(SystemError) -> Bool {
        let kinds = try (files.status(Store.records)?.kind, files.status(Store.contents)?.kind)
        if kinds.0 == .directory, kinds.1 == .directory { return true }
        guard try store.hasPlaceForHistory() else { return false }
        try makeDirectories()
        return true
    }

    /// Paths in the directories of the history that a change adds files to, and the files that it deletes there.
    func places(of note: ChangeNote) -> [DiskPath] {
        let added = [Store.records.appending("new"), Store.contents.appending("new")]
        return added + note.destroyed.map { Store.kept($0) }
    }

    /// Keeps the files that a journal names and that are still staged, and then the journal.
    ///
    /// - Parameter remains: What is in `.bundle/`, as it was read.
    /// - Throws: `SystemError` if something cannot be kept: then everything stays in `.bundle/` until it can.
    func keep(_ journal: Journal, _ remains: [DiskPath: ContentFacts]) throws(SystemError) {
        guard let note = journal.note, try prepare() else { return }
        let number = try nextNumber()
        let kept = store.history == nil ? 0 : try keepContents(journal, remains, Set(note.destroyed))
        for digest in note.destroyed where try store.keepsContent(digest) { try files.unlink(Store.kept(digest)) }
        try files.rename(Store.journal, to: Store.record(number))
        let limit = store.history?.bytes ?? .max
        let isDue = store.mayLackPruning || number % Self.changesBetweenPruning == 0
        // A later change prunes what this one could not.
        if isDue || kept > limit / 8 { try? store.pruneHistory(ifTooLarge: !isDue) }
    }

    /// Keeps what the change replaced or deleted, unless it put the same content elsewhere; returns the size in bytes.
    private func keepContents(
        _ journal: Journal, _ remains: [DiskPath: ContentFacts], _ destroyed: Set<Digest>
    ) throws(SystemError) -> Int {
        var kept = 0
        let stays = destroyed.union(journal.puts.map(\.digest))
        func keep(_ place: DiskPath, _ digest: Digest) throws(SystemError) {
            guard let facts = remains[place], facts.digest == digest, try move(place, to: Store.kept(digest)) else {
                return
            }
            kept += facts.size
        }
        for (index, put) in journal.puts.enumerated().dropLast() {
            guard let replaced = put.replaces, !stays.contains(replaced) else { continue }
            for place in [Store.staged(index), Store.replaced(index)] { try keep(place, replaced) }
        }
        for (index, deletion) in journal.deletions.enumerated() where !stays.contains(deletion.digest) {
            try keep(Store.deleted(index), deletion.digest)
        }
        return kept
    }

    /// Moves a file to its place in the history; false if that has the content already.
    private func move(_ file: DiskPath, to place: DiskPath) throws(SystemError) -> Bool {
        do throws(SystemError) { try files.renameExclusively(file, to: place) } catch {
            guard error.meansTaken else { throw error }
            return false
        }
        return true
    }

    /// Writes the record of a change whose contents are kept already.
    package func record(_ journal: Journal) throws(SystemError) {
        let place = Store.record(try nextNumber())
        let new = Store.historyPlace.appending("record.new")
        if try files.status(new) != nil { try files.unlink(new) }
        let file = try files.create(new)
        defer { files.close(file) }
        try files.writeAll(journal.text, to: file)
        try files.synchronize(file)
        try files.rename(new, to: place)
    }

    func nextNumber() throws(SystemError) -> Int {
        (try files.list(Store.records).compactMap { Store.recordNumber($0.name) }.max() ?? 0) + 1
    }

    /// Gives a file that is about to be replaced a second name, or copies it, on disks that cannot exchange names.
    ///
    /// - Throws: `SystemError` if that is not possible; the file is not replaced then.
    package func copy(_ file: DiskPath, to place: DiskPath) throws(SystemError) {
        guard try store.roomInHistory() != nil, try files.status(place) == nil else { return }
        do throws(SystemError) {
            return try files.link(file, to: place)
        } catch {
            // Many disks have no second names.
        }
        do throws(SystemError) {
            let copy = try files.create(place)
            defer { files.close(copy) }
            let original = try files.open(file)
            defer { files.close(original) }
            while true {
                let bytes = try files.read(original, upTo: Self.bytesAtOnce)
                guard !bytes.isEmpty else { return }
                try files.writeAll(bytes, to: copy)
            }
        } catch {
            // A partial copy has another digest, and must not be kept.
            try? files.unlink(place)
            throw error
        }
    }

    private static let bytesAtOnce = 1 << 20

    /// Makes the directories of the history, which git must ignore.
    package func makeDirectories() throws(SystemError) { try Self.makeDirectories(in: files, below: .root) }

    /// Makes the directories of a history in a bundle.
    package static func makeDirectories(in files: any FileOperations, below bundle: DiskPath) throws(SystemError) {
        func place(_ path: DiskPath) -> DiskPath { bundle == .root ? path : bundle.appending(path.bytes) }
        let isMade = try (files.status(place(Store.records)), files.status(place(Store.contents)))
        guard isMade.0 == nil || isMade.1 == nil else { return }
        for directory in [Store.historyPlace, Store.records, Store.contents]
        where try files.status(place(directory)) == nil {
            try files.makeDirectory(place(directory))
            files.share(place(directory))
        }
        let ignored = place(Store.historyPlace.appending(".gitignore"))
        guard try files.status(ignored) == nil else { return }
        let file = try files.create(ignored)
        defer { files.close(file) }
        try files.writeAll(Array("*\n".utf8), to: file)
    }
}
