import NotebookFormat

/// Moves what a completed change replaced and deleted into the history, instead of deleting it (Format, clause 21.3).
///
/// The history is only a help, not part of the document: what cannot be kept is dropped.
struct HistoryKeeping {
    private let store: Store
    private var files: any FileOperations { store.files }

    /// After how many changes the history is pruned to its limits.
    private static let changesBetweenPruning = 32

    init(_ store: Store) { self.store = store }

    /// Keeps the files that a journal names and that are still staged, and then the journal.
    func keep(_ journal: Journal) {
        guard let note = journal.note else { return }
        do throws(SystemError) {
            try makeDirectories()
            let number = try nextNumber()
            var kept = 0
            let destroyed = Set(note.destroyed)
            let stays = Set(journal.puts.map(\.digest))
            for (index, put) in journal.puts.enumerated().dropLast() {
                guard let replaced = put.replaces, !destroyed.contains(replaced), !stays.contains(replaced) else {
                    continue
                }
                for place in [Store.staged(index), Store.replaced(index)] { kept += try keep(place, replaced) }
            }
            for (index, deletion) in journal.deletions.enumerated()
            where !destroyed.contains(deletion.digest) && !stays.contains(deletion.digest) {
                kept += try keep(Store.deleted(index), deletion.digest)
            }
            for digest in note.destroyed where try store.keepsContent(digest) { try files.unlink(Store.kept(digest)) }
            try files.rename(Store.journal, to: Store.record(number))
            let limit = store.history?.bytes ?? .max
            if number % Self.changesBetweenPruning == 0 || kept > limit / 8 { try store.pruneHistory() }
        } catch {
            // The change is already made; recovery, or the next change, removes the rest.
        }
    }

    /// Moves a staged file into the history; returns its size in bytes.
    private func keep(_ place: DiskPath, _ digest: Digest) throws(SystemError) -> Int {
        guard let size = try files.status(place)?.size, try files.digest(of: place) == digest else { return 0 }
        let target = Store.kept(digest)
        guard try files.status(target) == nil else { return 0 }
        try files.rename(place, to: target)
        return size
    }

    /// Gives a file that is about to be replaced a second name, or copies it, on disks that cannot exchange names.
    func copy(_ file: DiskPath, to place: DiskPath) {
        do throws(SystemError) {
            guard try files.status(place) == nil else { return }
            if (try? files.link(file, to: place)) == nil {
                let copy = try files.create(place)
                defer { files.close(copy) }
                let original = try files.open(file)
                defer { files.close(original) }
                while true {
                    let bytes = try files.read(original, upTo: Self.bytesAtOnce)
                    guard !bytes.isEmpty else { return }
                    try files.writeAll(bytes, to: copy)
                }
            }
        } catch {
            // A partial copy has another digest, and must not be kept.
            try? files.unlink(place)
        }
    }

    private static let bytesAtOnce = 1 << 20

    /// Makes the directories of the history, which git must ignore.
    func makeDirectories() throws(SystemError) { try Self.makeDirectories(in: files, below: .root) }

    /// Makes the directories of a history in a bundle.
    static func makeDirectories(in files: any FileOperations, below bundle: DiskPath) throws(SystemError) {
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

    func nextNumber() throws(SystemError) -> Int {
        (try files.list(Store.records).compactMap { Store.recordNumber($0.name) }.max() ?? 0) + 1
    }
}
