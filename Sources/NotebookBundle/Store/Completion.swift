import NotebookFormat

/// Carries a committed change out (Format, clauses 15.4 and 15.6).
///
/// Every step can be repeated.
struct Completion {
    let store: Store
    let journal: Journal
    /// Files that somebody else had written meanwhile, under the names where they are kept now.
    private(set) var conflicts: [String] = []

    private var files: any FileOperations { store.files }

    init(_ store: Store, _ journal: Journal) {
        self.store = store
        self.journal = journal
    }

    /// Brings the bundle from the state before into the state after.
    mutating func run() throws(SystemError) {
        var touched: Set<DiskPath> = []
        for (index, put) in journal.puts.enumerated().dropLast() {
            touched.formUnion(try files.makeDirectories(DiskPath(put.path).parent))
            touched.insert(try place(put, index))
        }
        // The manifest goes last, over names that are durable: it alone tells which state the bundle is in.
        try synchronize(touched)
        if let manifest = journal.puts.last { _ = try place(manifest, journal.puts.count - 1) }
        try files.synchronizeDirectory(.root)
        try finish()
    }

    /// Deletes what is to be deleted, and removes the journal: all that is left to do when the manifest is in place.
    func finish() throws(SystemError) {
        var touched: Set<DiskPath> = []
        for deletion in journal.deletions {
            let path = DiskPath(deletion.path)
            var isSafe = try isKept(path, deletion.digest)
            if !isSafe { isSafe = try files.digest(of: path) == deletion.digest }
            guard isSafe else { continue }
            try files.unlink(path)
            touched.insert(path.parent)
        }
        try synchronize(touched)
        for directory in touched { removeEmptyDirectories(from: directory) }
        try store.discardStaging()
    }

    /// Whether a file has another name under which it was put into the bundle: then nothing of it is lost, whatever it holds
    /// by now.
    private func isKept(_ path: DiskPath, _ digest: Digest) throws(SystemError) -> Bool {
        guard let put = journal.puts.first(where: { $0.digest == digest }) else { return false }
        return try files.isSameFile(path, DiskPath(put.path))
    }

    private func synchronize(_ directories: Set<DiskPath>) throws(SystemError) {
        guard directories.count <= store.bulkThreshold else { return try files.synchronizeAll() }
        for directory in directories.sorted() { try files.synchronizeDirectory(directory) }
    }

    /// Moves a staged file to its place and gives the directory.
    private mutating func place(_ put: Journal.Put, _ index: Int) throws(SystemError) -> DiskPath {
        let target = DiskPath(put.path)
        let present = try files.digest(of: target)
        guard present != put.digest else { return target.parent }
        if let present, present != put.replaces { try keep(target) }
        try files.rename(Store.staged(index), to: target)
        return target.parent
    }

    /// Keeps a file that somebody else has written, beside its place.
    private mutating func keep(_ path: DiskPath) throws(SystemError) {
        let name = path.name
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let stem = String(decoding: name[..<dot], as: UTF8.self)
        let ending = String(decoding: name[dot...], as: UTF8.self)
        var number = 1
        var copy: DiskPath
        repeat {
            let suffix = number == 1 ? "" : " \(number)"
            copy = path.parent.appending("\(stem) (conflict \(store.now().compact))\(suffix)\(ending)")
            number += 1
        } while try files.status(copy) != nil
        try files.rename(path, to: copy)
        conflicts.append(copy.description)
    }

    /// Takes directories away that have become empty: they carry no meaning, and failing does no harm.
    private func removeEmptyDirectories(from directory: DiskPath) {
        var directory = directory
        while directory.components.count > 1, (try? files.removeDirectory(directory)) != nil {
            directory = directory.parent
        }
    }
}

extension Store {
    /// Takes away what a change left in `.bundle/`, the journal first: without it the rest has no meaning.
    func discardStaging() throws(SystemError) {
        guard try files.status(Self.staging) != nil else { return }
        if try files.status(Self.journal) != nil { try files.unlink(Self.journal) }
        try files.removeTree(Self.staging)
    }
}
