import NotebookFormat
import NotebookText

/// Carries out a committed change (Format, clauses 25.4 and 25.6).
///
/// Every step can be repeated.
struct Completion {
    let store: Store
    let journal: Journal
    /// Whether nobody has tried to carry it out before, so that every staged file is still in `.bundle/`.
    private let isFirstTry: Bool
    /// Files that other programs wrote meanwhile, by their new names.
    private(set) var conflicts: [String] = []

    private var spelling: Spelling
    /// What is left in `.bundle/` at the end, as far as it was read.
    private var remains: [DiskPath: ContentFacts] = [:]
    /// Where contents are put.
    private let destinations: [Digest: BundlePath]

    /// A change was prepared for exactly these names: a file in another normalisation is a different one by now.
    private var files: any FileOperations { store.files.exact }

    init(_ store: Store, _ journal: Journal, isFirstTry: Bool = false) {
        self.store = store
        self.journal = journal
        self.isFirstTry = isFirstTry
        spelling = Spelling(store.files.exact)
        destinations = Dictionary(journal.puts.map { ($0.digest, $0.path) }) { first, _ in first }
    }

    /// Brings the bundle from the old state to the new one.
    ///
    /// - Parameter placed: Called with the number of each file but the manifest as soon as it has its place.
    mutating func run(_ placed: (Int) -> Void = { _ in }) throws(SystemError) {
        var touched: Set<DiskPath> = []
        for directory in Set(journal.puts.map { DiskPath($0.path).parent }).sorted() {
            touched.formUnion(try files.spellDirectories(directory))
        }
        files.beginPass()
        defer { files.endPass() }
        for (index, put) in journal.puts.enumerated().dropLast() {
            touched.insert(try place(put, index))
            placed(index)
        }
        // The manifest comes last, after all other names are durable: it alone decides which state the bundle is in.
        try synchronize(touched)
        if let manifest = journal.puts.last { _ = try place(manifest, journal.puts.count - 1) }
        try files.synchronizeDirectory(.root)
        try finish()
    }

    /// Deletes files and removes the journal: all that is left to do once the manifest is in place.
    mutating func finish() throws(SystemError) {
        files.beginPass()
        defer { files.endPass() }
        var touched: Set<DiskPath> = []
        let placed = Dictionary(journal.puts.map { ($0.path.key, DiskPath($0.path)) }) { first, _ in first }
        let left = Set(try files.list(Store.staging).map { Store.staging.appending($0.name) })
        // The manifest, which comes last, is not read.
        let read = files.contentFacts(ofMany: journal.puts.indices.dropLast().map(Store.staged).filter(left.contains))
        for (index, put) in journal.puts.enumerated() {
            for place in [Store.staged(index), Store.replaced(index)] where left.contains(place) {
                touched.formUnion(try keepForeign(place, put, read[place]))
            }
        }
        for (index, deletion) in journal.deletions.enumerated() {
            let path = DiskPath(deletion.path)
            var isMeant = try isKept(path, deletion.digest)
            if !isMeant { isMeant = try files.digest(of: path) == deletion.digest }
            if isMeant {
                // A disk that ignores letter case finds the new file under the old name.
                if let new = placed[deletion.path.key] {
                    guard try spelling.lists(path), try spelling.lists(new) else { continue }
                }
                try files.rename(path, to: Store.deleted(index))
                touched.insert(path.parent)
            } else if left.contains(Store.deleted(index)), try files.status(path.parent) != nil {
                // An earlier attempt may have ended before the name was gone for good.
                touched.insert(path.parent)
            }
            touched.formUnion(try keepForeign(deletion, index))
        }
        try synchronize(touched)
        for directory in touched { removeEmptyDirectories(from: directory) }
        try HistoryKeeping(store).keep(journal, remains)
        try store.discardStaging()
    }

    /// Reads what is left at a place in `.bundle/`; `nil` if there is no file.
    ///
    /// - Parameter read: What is in it, if it was just read.
    private mutating func remain(at place: DiskPath, _ read: ContentFacts? = nil) throws(SystemError) -> Digest? {
        let facts = try read == nil ? files.contentFacts(of: place) : read
        remains[place] = facts
        return facts?.digest
    }

    /// Whether the file has a second name, under which it was put into the bundle; then deleting it loses nothing,
    /// whatever its content is now.
    private func isKept(_ path: DiskPath, _ digest: Digest) throws(SystemError) -> Bool {
        guard let place = destinations[digest] else { return false }
        return try files.isSameFile(path, DiskPath(place))
    }

    private func synchronize(_ directories: Set<DiskPath>) throws(SystemError) {
        guard directories.count <= store.bulkThreshold else { return try files.synchronizeAll() }
        for directory in directories.sorted() { try files.synchronizeDirectory(directory) }
    }

    /// Moves a staged file to its place; returns the directory.
    private mutating func place(_ put: Journal.Put, _ index: Int) throws(SystemError) -> DiskPath {
        let target = DiskPath(put.path)
        if isFirstTry, try placeAtOnce(put, index, target) { return target.parent }
        while true {
            let present = try store.isManifestAsRead(target) ? put.replaces : files.digest(of: target)
            let other = present == nil ? nil : try spelling.other(target)
            guard present != put.digest || other != nil else { return target.parent }
            if let present, present != put.replaces, present != put.digest {
                try keep(target)
            } else if let other {
                try moveAside(other, put, index)
            } else if present != nil {
                try replace(target, index)
                return target.parent
            }
            do throws(SystemError) {
                try files.renameExclusively(Store.staged(index), to: target)
                return target.parent
            } catch {
                // Another program has just created a file there.
                guard error.meansTaken, try files.digest(of: target) != nil else { throw error }
            }
        }
    }

    /// Moves a staged file to its place without reading what is there, if one step keeps that: whatever another program
    /// has written there since the commit is then in `.bundle/`, where `finish` finds it.
    private mutating func placeAtOnce(
        _ put: Journal.Put, _ index: Int, _ target: DiskPath
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            if put.replaces == nil {
                try files.renameExclusively(Store.staged(index), to: target)
            } else {
                guard try files.status(target)?.kind == .file, try spelling.other(target) == nil else { return false }
                try files.exchange(Store.staged(index), with: target)
            }
            return true
        } catch {
            guard error.meansTaken || error.meansUnsupported else { throw error }
            return false
        }
    }

    /// Moves a staged file to the place of another file.
    ///
    /// Keeps the other file in `.bundle/` if the disk can exchange names in one step, so that nothing is lost that
    /// other programs write there at this moment.
    private func replace(_ target: DiskPath, _ index: Int) throws(SystemError) {
        do throws(SystemError) {
            try files.exchange(Store.staged(index), with: target)
        } catch {
            guard error.meansUnsupported else { throw error }
            if journal.note != nil { try HistoryKeeping(store).copy(target, to: Store.replaced(index)) }
            try files.rename(Store.staged(index), to: target)
        }
    }

    /// Keeps a replaced file that is neither the one that the journal names nor the new file itself.
    private mutating func keepForeign(
        _ place: DiskPath, _ put: Journal.Put, _ read: ContentFacts? = nil
    ) throws(SystemError) -> [DiskPath] {
        if put.path == .manifest, try store.isReplacedManifest(place) { return [] }
        guard let digest = try remain(at: place, read), digest != put.digest, digest != put.replaces else { return [] }
        let target = DiskPath(put.path)
        try keep(place, beside: target)
        return [target.parent]
    }

    /// Restores a file that was to be deleted, if its content has changed.
    private mutating func keepForeign(_ deletion: Journal.Deletion, _ index: Int) throws(SystemError) -> [DiskPath] {
        let deleted = Store.deleted(index)
        guard try !isKept(deleted, deletion.digest), let digest = try remain(at: deleted), digest != deletion.digest
        else { return [] }
        let path = DiskPath(deletion.path)
        do throws(SystemError) {
            try files.renameExclusively(deleted, to: path)
        } catch {
            guard error.meansTaken else { throw error }
            try keep(deleted, beside: path)
        }
        return [path.parent]
    }

    /// Moves away a file with another spelling of the name of a staged one, so that the name can get its new spelling.
    private mutating func moveAside(_ other: DiskPath, _ put: Journal.Put, _ index: Int) throws(SystemError) {
        let isStaged = try files.status(Store.staged(index)) != nil
        let aside = isStaged ? Store.replaced(index) : Store.staged(index)
        if isStaged, try files.status(aside) != nil {
            // After a power cut the file may be in both places.
            if try keepForeign(aside, put).isEmpty { try files.unlink(aside) }
        }
        try files.rename(other, to: aside)
        if !isStaged { try files.synchronizeDirectory(Store.staging) }
        try files.synchronizeDirectory(other.parent)
    }

    /// Keeps a file that another program wrote, beside its place.
    private mutating func keep(_ path: DiskPath) throws(SystemError) { try keep(path, beside: path) }

    /// Keeps a file that another program wrote, beside the place where it was found.
    mutating func keep(_ file: DiskPath, beside path: DiskPath) throws(SystemError) {
        let name = path.name
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let stem = String(decoding: name[..<dot], as: UTF8.self)
        let ending = String(decoding: name[dot...], as: UTF8.self)
        var number = 1
        var copy: DiskPath
        repeat {
            let mark = " (conflict \(store.now().compact))" + (number == 1 ? "" : " \(number)") + ending
            copy = path.parent.appending(stem.prefix(bytes: Self.longestName - mark.utf8.count) + mark)
            number += 1
        } while try files.status(copy) != nil
        try files.rename(file, to: copy)
        conflicts.append(copy.description)
    }

    /// The longest name that the format allows, in bytes.
    private static var longestName: Int { 240 }

    /// Removes directories that have become empty: they have no meaning, and an error does no harm.
    private func removeEmptyDirectories(from directory: DiskPath) {
        var directory = directory
        while directory.components.count > 1, (try? files.removeDirectory(directory)) != nil {
            directory = directory.parent
        }
    }
}

extension Store {
    /// Removes the remains of a change in `.bundle/`, the journal first: without it the rest has no meaning.
    func discardStaging() throws(SystemError) {
        guard try files.status(Self.staging) != nil else { return }
        if try files.status(Self.journal) != nil { try files.unlink(Self.journal) }
        try files.removeTree(Self.staging)
    }
}
