import NotebookText
import Synchronization

/// The files of a directory, found by their names in Normalization Form C, whatever form the disk stores (Format, clause
/// 5.4).
///
/// A path that exists as it is given costs nothing more. Only when a name that is not ASCII is not found, its
/// directories are listed. Reading and moving a file find it under its stored name; making and deleting one concern
/// exactly the given name, so that a file that only differs in normalisation is never overwritten or deleted.
struct StoredNames: FileOperations {
    private let disk: any FileOperations
    private let index = NameIndex()

    private init(_ disk: any FileOperations) { self.disk = disk }

    /// The files of a disk, found in this way.
    static func on(_ disk: any FileOperations) -> StoredNames {
        // A cast that fails looks through all conformances of the program, twice.
        guard type(of: disk) == StoredNames.self, let names = disk as? StoredNames else { return StoredNames(disk) }
        return names
    }

    var exact: any FileOperations { disk }

    func storedPath(of path: DiskPath) throws(SystemError) -> DiskPath? {
        try disk.status(path) != nil ? path : try otherForm(of: path)
    }

    /// The stored path of what is not at a path itself; `nil` if nothing has that name.
    ///
    /// Of several files, the first in the order of bytes is meant.
    private func otherForm(of path: DiskPath) throws(SystemError) -> DiskPath? {
        guard !path.isASCII, let text = String(validating: path.bytes, as: UTF8.self),
            text.composed.isIdentical(to: text)
        else { return nil }
        var found: [DiskPath] = [.root]
        for component in path.components {
            var next: [DiskPath] = []
            for directory in found { next += try index.paths(of: component, in: directory, on: disk) }
            found = next
        }
        var first: DiskPath?
        for path in found.sorted() where first == nil { if try disk.status(path) != nil { first = path } }
        return first
    }

    /// The path of what is at a path; the path itself if nothing is there.
    private func source(_ path: DiskPath) throws(SystemError) -> DiskPath {
        path.isASCII ? path : try storedPath(of: path) ?? path
    }

    /// A name in the directory that is meant.
    private func target(_ path: DiskPath) throws(SystemError) -> DiskPath {
        path.parent.isASCII ? path : try source(path.parent).appending(Array(path.name))
    }

    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] { try disk.list(try source(directory)) }

    func status(_ path: DiskPath) throws(SystemError) -> FileStatus? {
        if let status = try disk.status(path) { return status }
        guard let stored = try otherForm(of: path) else { return nil }
        return try disk.status(stored)
    }

    func statuses(of names: NameList, in directory: DiskPath) throws(SystemError) -> [FileStatus?] {
        var statuses = try disk.statuses(of: names, in: directory)
        for index in statuses.indices where statuses[index] == nil {
            let path = directory.appending(names[index])
            if !path.isASCII { statuses[index] = try status(path) }
        }
        return statuses
    }

    func open(_ path: DiskPath) throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            return try disk.open(path)
        } catch {
            guard error.code == SystemCall.missing, let stored = try otherForm(of: path) else { throw error }
            return try disk.open(stored)
        }
    }

    func contents(of names: [[UInt8]], in directory: DiskPath, limit: Int) throws(SystemError) -> [[UInt8]?] {
        var contents = try disk.contents(of: names, in: directory, limit: limit)
        for (index, name) in names.enumerated() where contents[index] == nil {
            let path = directory.appending(name)
            guard !path.isASCII, let stored = try storedPath(of: path), stored != path else { continue }
            let found = try disk.contents(of: [Array(stored.name)], in: stored.parent, limit: limit)
            contents[index] = found.first ?? nil
        }
        return contents
    }

    func create(_ path: DiskPath) throws(SystemError) -> OpenFile { try disk.create(try target(path)) }

    func write(_ files: [(name: [UInt8], content: [UInt8])], in directory: DiskPath) throws(SystemError) {
        try disk.write(files, in: try source(directory))
    }

    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] { try disk.read(file, upTo: count) }

    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try disk.write(bytes, to: file)
    }

    func synchronize(_ file: OpenFile) throws(SystemError) { try disk.synchronize(file) }

    func close(_ file: OpenFile) { disk.close(file) }

    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try disk.rename(try source(old), to: try target(new))
    }

    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try disk.renameExclusively(try source(old), to: try target(new))
    }

    func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError) {
        try disk.exchange(try source(one), with: try source(other))
    }

    func link(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try disk.link(try source(old), to: try target(new))
    }

    func isSameFile(_ one: DiskPath, _ other: DiskPath) throws(SystemError) -> Bool {
        try disk.isSameFile(try source(one), try source(other))
    }

    func unlink(_ path: DiskPath) throws(SystemError) { try disk.unlink(try target(path)) }

    func makeDirectory(_ path: DiskPath) throws(SystemError) { try disk.makeDirectory(try target(path)) }

    func removeDirectory(_ path: DiskPath) throws(SystemError) { try disk.removeDirectory(try target(path)) }

    func synchronizeDirectory(_ path: DiskPath) throws(SystemError) { try disk.synchronizeDirectory(try source(path)) }

    func synchronizeAll() throws(SystemError) { try disk.synchronizeAll() }

    func beginPass() { disk.beginPass() }

    func endPass() { disk.endPass() }

    var room: Int? { disk.room }

    func reserve(_ bytes: Int, behind path: DiskPath) { disk.reserve(bytes, behind: path) }

    func releaseReserve(behind path: DiskPath, ifLessThan bytes: Int) {
        disk.releaseReserve(behind: path, ifLessThan: bytes)
    }

    func describe(_ path: DiskPath) -> String { disk.describe(path) }

    func obstacle(to paths: [DiskPath], from directory: DiskPath) throws(SystemError) -> ChangeObstacle? {
        try disk.obstacle(to: paths, from: directory)
    }

    func copyAttributes(of path: DiskPath, to copy: DiskPath) {
        disk.copyAttributes(of: (try? source(path)) ?? path, to: (try? source(copy)) ?? copy)
    }

    func adopt(_ files: [DiskPath], into directory: DiskPath) { disk.adopt(files, into: directory) }

    func share(_ directory: DiskPath) { disk.share(directory) }

    func hold(_ path: DiskPath) -> HoldResult { disk.hold((try? source(path)) ?? path) }

    func excludeReaders() throws { try disk.excludeReaders() }

    var isBeingChanged: Bool { disk.isBeingChanged }
}

extension FileOperations {
    /// Whether what is at a path certainly has its name in Normalization Form C.
    func isComposed(_ path: DiskPath) throws(SystemError) -> Bool {
        if path.isASCII { return true }
        return try exact.status(path) != nil
    }

    /// Gives the file or directory at a path, and the directories above it, their names in Normalization Form C, so
    /// that every implementation can complete a change of it; returns the directories in which names changed.
    ///
    /// What is at the path already, or is not found, stays as it is.
    func compose(_ path: DiskPath) throws(SystemError) -> [DiskPath] {
        guard try !isComposed(path) else { return [] }
        let disk = exact
        let above = try compose(path.parent)
        guard let stored = try storedPath(of: path), stored != path else { return above }
        try disk.renameExclusively(stored, to: path)
        guard stored.parent != path.parent else { return above + [path.parent] }
        // A directory that exists in both forms: the one with the other name may be empty now.
        if (try? disk.removeDirectory(stored.parent)) != nil { return above + [path.parent, stored.parent.parent] }
        return above + [path.parent, stored.parent]
    }
}

/// The names in directories by their form in Normalization Form C.
private final class NameIndex: Sendable {
    private struct Listing {
        let mark: FileIdentity
        let names: [[UInt8]: [[UInt8]]]
    }

    private let listings = Mutex<[DiskPath: Listing]>([:])

    /// A directory that changed less than this many nanoseconds before it was listed is listed again.
    private static let settling: Int64 = 2_100_000_000

    /// The paths in a directory whose composed name is a component.
    func paths(
        of component: ArraySlice<UInt8>, in directory: DiskPath, on disk: any FileOperations
    ) throws(SystemError) -> [DiskPath] {
        let name = Array(component)
        if name.span.isASCII { return [directory.appending(name)] }
        guard let status = try disk.status(directory), status.kind == .directory else { return [] }
        if let mark = status.identity, let listing = listings.withLock({ $0[directory] }), listing.mark == mark {
            return (listing.names[name] ?? []).map(directory.appending)
        }
        let now = SystemCall.clock
        var names: [[UInt8]: [[UInt8]]] = [:]
        for entry in try disk.list(directory) where !entry.name.span.isASCII {
            guard let text = String(validating: entry.name, as: UTF8.self) else { continue }
            names[Array(text.composed.utf8), default: []].append(entry.name)
        }
        if let mark = status.identity, mark.isOlder(than: now - Self.settling) {
            listings.withLock { $0[directory] = Listing(mark: mark, names: names) }
        }
        return (names[name] ?? []).map(directory.appending)
    }
}

extension DiskPath {
    /// Whether all of it is ASCII, so that it has no other form.
    fileprivate var isASCII: Bool { bytes.span.isASCII }
}
