package import NotebookFormat
import Synchronization

/// A directory with unsaved texts laid over its files: it can be read, but not changed.
package final class LaidFiles: FileOperations {
    private let files: any FileOperations
    private let texts: [DiskPath: [UInt8]]
    private let readers = Mutex(Readers())

    /// How far the open texts were read.
    private struct Readers {
        var offsets: [Int32: Int] = [:]
        var last: Int32 = -1
    }

    /// The files of a directory, where some have other texts, or exist only as texts.
    package init(_ texts: [BundlePath: [UInt8]], over files: any FileOperations) {
        self.files = files
        self.texts = Dictionary(texts.map { (DiskPath($0.key), $0.value) }) { first, _ in first }
    }

    private static let readOnly: Int32 = 30

    package func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        let below = texts.keys.filter { $0 != .root && $0.parent == directory }.map { Array($0.name) }
        let isThere = directory == .root ? true : try files.status(directory) != nil
        let found = isThere || below.isEmpty ? try files.list(directory) : []
        let names = Set(found.map(\.name))
        return found + below.filter { !names.contains($0) }.map { DirectoryEntry(name: $0, kind: .file) }
    }

    package func status(_ path: DiskPath) throws(SystemError) -> FileStatus? {
        guard let text = texts[path] else { return try files.status(path) }
        return FileStatus(kind: .file, size: text.count, modified: 0)
    }

    package func statuses(of names: NameList, in directory: DiskPath) throws(SystemError) -> [FileStatus?] {
        let statuses = try files.statuses(of: names, in: directory)
        return zip(names.all, statuses).map { name, status in
            texts[directory.appending(name)].map { FileStatus(kind: .file, size: $0.count, modified: 0) } ?? status
        }
    }

    package func open(_ path: DiskPath) throws(SystemError) -> OpenFile {
        guard texts[path] != nil else { return try files.open(path) }
        return readers.withLock { readers in
            // Negative numbers are not descriptors of real files.
            readers.last -= 1
            readers.offsets[readers.last] = 0
            return OpenFile(number: readers.last, path: path)
        }
    }

    package func contents(
        of names: [[UInt8]], in directory: DiskPath, limit: Int
    ) throws(SystemError) -> [[UInt8]?] {
        let isLaid = names.allSatisfy { texts[directory.appending($0)] != nil }
        let contents = isLaid ? names.map { _ in nil } : try files.contents(of: names, in: directory, limit: limit)
        return zip(names, contents).map { name, content in
            guard let text = texts[directory.appending(name)] else { return content }
            return text.count <= limit ? text : nil
        }
    }

    package func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] {
        guard let text = texts[file.path] else { return try files.read(file, upTo: count) }
        return readers.withLock { readers in
            let offset = readers.offsets[file.number] ?? text.count
            let piece = text[offset..<min(offset + count, text.count)]
            readers.offsets[file.number] = offset + piece.count
            return Array(piece)
        }
    }

    package func close(_ file: OpenFile) {
        guard texts[file.path] != nil else { return files.close(file) }
        readers.withLock { $0.offsets[file.number] = nil }
    }

    package func storedPath(of path: DiskPath) throws(SystemError) -> DiskPath? {
        texts[path] == nil ? try files.storedPath(of: path) : path
    }

    private func refuse(_ operation: SystemError.Operation, _ path: DiskPath) throws(SystemError) -> Never {
        throw SystemError(operation, path.description, code: Self.readOnly)
    }

    package func create(_ path: DiskPath) throws(SystemError) -> OpenFile { try refuse(.create, path) }
    package func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try refuse(.write, file.path)
    }
    package func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) { try refuse(.rename, new) }
    package func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) { try refuse(.rename, new) }
    package func unlink(_ path: DiskPath) throws(SystemError) { try refuse(.delete, path) }
    package func makeDirectory(_ path: DiskPath) throws(SystemError) { try refuse(.create, path) }
    package func removeDirectory(_ path: DiskPath) throws(SystemError) { try refuse(.delete, path) }
    package func synchronize(_ file: OpenFile) {}
    package func synchronizeDirectory(_ path: DiskPath) {}
    package func synchronizeAll() {}
}
