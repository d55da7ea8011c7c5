import Synchronization

/// A directory whose staging place is in memory, so that a change can be prepared without writing to the disk.
///
/// Everything outside the staging place can be read, but not changed.
package final class MemoryStaging: FileOperations {
    private let files: any FileOperations
    private let state = Mutex(State())

    private struct State {
        var staged: [DiskPath: [UInt8]] = [:]
        var offsets: [Int32: (path: DiskPath, offset: Int)] = [:]
        var last: Int32 = 0

        mutating func open(_ path: DiskPath) -> OpenFile {
            // Negative numbers are not descriptors of real files.
            last -= 1
            offsets[last - 1] = (path, 0)
            return OpenFile(number: last - 1, path: path)
        }
    }

    /// The files of a directory, which are only read.
    package init(_ files: any FileOperations) { self.files = files }

    private func isStaged(_ path: DiskPath) -> Bool { Store.isStaged(path) }

    private static let readOnly: Int32 = 30

    package func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        guard isStaged(directory) else { return try files.list(directory) }
        return state.withLock { state in
            state.staged.keys.map { DirectoryEntry(name: Array($0.name), kind: .file) }
        }
    }

    package func status(_ path: DiskPath) throws(SystemError) -> FileStatus? {
        guard isStaged(path) else { return try files.status(path) }
        return state.withLock { state in
            state.staged[path].map { FileStatus(kind: .file, size: $0.count, modified: 0) }
        }
    }

    package func open(_ path: DiskPath) throws(SystemError) -> OpenFile {
        guard isStaged(path) else { return try files.open(path) }
        return state.withLock { $0.open(path) }
    }

    package func create(_ path: DiskPath) throws(SystemError) -> OpenFile {
        guard isStaged(path) else { throw SystemError(.create, path.description, code: Self.readOnly) }
        return state.withLock { state in
            state.staged[path] = []
            return state.open(path)
        }
    }

    package func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] {
        guard isStaged(file.path) else { return try files.read(file, upTo: count) }
        return state.withLock { state in
            guard let (path, offset) = state.offsets[file.number], let bytes = state.staged[path] else { return [] }
            let piece = bytes.dropFirst(offset).prefix(count)
            state.offsets[file.number] = (path, offset + piece.count)
            return Array(piece)
        }
    }

    package func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        guard isStaged(file.path) else { throw SystemError(.write, file.path.description, code: Self.readOnly) }
        state.withLock { $0.staged[file.path, default: []] += bytes }
        return bytes.count
    }

    package func close(_ file: OpenFile) {
        guard isStaged(file.path) else { return files.close(file) }
        state.withLock { $0.offsets[file.number] = nil }
    }

    package func unlink(_ path: DiskPath) throws(SystemError) {
        guard isStaged(path) else { throw SystemError(.delete, path.description, code: Self.readOnly) }
        state.withLock { $0.staged[path] = nil }
    }

    package func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        throw SystemError(.rename, new.description, code: Self.readOnly)
    }

    package func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) { try rename(old, to: new) }

    package func makeDirectory(_ path: DiskPath) throws(SystemError) {
        guard isStaged(path) else { throw SystemError(.create, path.description, code: Self.readOnly) }
    }

    package func removeDirectory(_ path: DiskPath) throws(SystemError) {
        guard isStaged(path) else { throw SystemError(.delete, path.description, code: Self.readOnly) }
    }

    package func synchronize(_ file: OpenFile) {}
    package func synchronizeDirectory(_ path: DiskPath) {}
    package func synchronizeAll() {}
}
