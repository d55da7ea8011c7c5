import Cores
import Dispatch
import Synchronization

/// Files in memory, with the same operations as files on a disk; released with the value.
package final class MemoryFiles: Sendable {
    fileprivate struct State {
        var files: [DiskPath: File] = [:]
        var directories: Set<DiskPath> = [.root]
        var handles: [Int32: (path: DiskPath, content: [UInt8], offset: Int)] = [:]
        var nextHandle: Int32 = 3
        var clock: Int64 = 0
        /// The entries of all directories, made when one is listed; `nil` after names have changed.
        var listing: [DiskPath: [DirectoryEntry]]?
    }

    /// A file whose content is read on demand.
    fileprivate struct File {
        var content: Content
        var size: Int
        var modified: Int64
    }

    /// The place of a content.
    package enum Content: Sendable {
        case here([UInt8])
        /// Elsewhere; read on demand.
        case elsewhere(@Sendable () throws -> [UInt8])

        package func bytes() throws -> [UInt8] {
            switch self {
            case .here(let bytes): bytes
            case .elsewhere(let read): try read()
            }
        }
    }

    private let state = Mutex(State())
    private let failed = Mutex<(any Error)?>(nil)
    private let exclusive = DispatchSemaphore(value: 1)

    /// An empty directory.
    package init() {}

    /// Opens the directory; an exclusive lock keeps others out until the value is released.
    ///
    /// - Throws: `LockError.busy` if others hold the lock for too long, or `CancellationError` if the task is cancelled
    ///   that waits for it.
    package func open(_ mode: LockMode, _ wait: Duration, name: String) throws -> any FileOperations {
        guard [.exclusive, .staging].contains(mode) else { return MemoryHandle(self, holdsLock: false) }
        let end = DispatchTime.now() + .milliseconds(Int(wait.components.seconds) * 1000)
        guard try BackgroundJob.wait(for: exclusive, until: end) else { throw LockError.busy(path: name, holder: nil) }
        return MemoryHandle(self, holdsLock: true)
    }

    /// A directory with files and their parent directories.
    package init(_ files: [DiskPath: (content: Content, size: Int, modified: Int64)]) {
        state.withLock { state in
            for (path, file) in files {
                state.files[path] = File(content: file.content, size: file.size, modified: file.modified)
                state.directories.formUnion(path.ancestors)
            }
        }
    }

    /// Another directory with the same files.
    package func copy() -> MemoryFiles {
        let now = state.withLock { ($0.files, $0.directories, $0.clock) }
        let copy = MemoryFiles()
        copy.state.withLock { state in (state.files, state.directories, state.clock) = now }
        return copy
    }

    /// All files.
    package var contents: [DiskPath: Content] { state.withLock { $0.files.mapValues(\.content) } }

    /// Why a content stored elsewhere could not be read; `nil` if there was no error.
    package var failure: (any Error)? { failed.withLock { $0 } }

    fileprivate func load(_ content: Content, of path: DiskPath) throws(SystemError) -> [UInt8] {
        do {
            return try content.bytes()
        } catch {
            failed.withLock { $0 = error }
            throw (error as? SystemError) ?? SystemError(.read, path.description, code: Refusal.unreadable.code)
        }
    }

    fileprivate func release() { exclusive.signal() }

    fileprivate func perform<Result: Sendable>(
        _ operation: SystemError.Operation, _ path: DiskPath, _ body: (inout State) throws(Refusal) -> Result
    ) throws(SystemError) -> Result {
        do throws(Refusal) {
            return try state.withLock { (state) throws(Refusal) in try body(&state) }
        } catch {
            throw SystemError(operation, path.description, code: error.code)
        }
    }

    /// Why an operation is refused.
    fileprivate enum Refusal: Error {
        case missing
        case unreadable
        case exists
        case isDirectory
        case notEmpty

        /// The system's error number (`errno`), which differs between systems.
        var code: Int32 {
            switch self {
            case .missing: SystemCall.missing
            case .unreadable: SystemCall.unreadable
            case .exists: SystemCall.exists
            case .isDirectory: SystemCall.isDirectory
            case .notEmpty: SystemCall.notEmpty
            }
        }
    }
}

/// An open directory in memory.
private final class MemoryHandle: FileOperations {
    private let disk: MemoryFiles
    private let holdsLock: Bool

    init(_ disk: MemoryFiles, holdsLock: Bool) {
        self.disk = disk
        self.holdsLock = holdsLock
    }

    deinit { if holdsLock { disk.release() } }

    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        try disk.perform(.list, directory) { (state) throws(MemoryFiles.Refusal) in
            guard state.directories.contains(directory) else { throw .missing }
            return state.entries(of: directory)
        }
    }

    func status(_ path: DiskPath) throws(SystemError) -> FileStatus? {
        try disk.perform(.read, path) { (state) throws(MemoryFiles.Refusal) in
            if let file = state.files[path] {
                return FileStatus(kind: .file, size: file.size, modified: file.modified)
            }
            return state.directories.contains(path) ? FileStatus(kind: .directory, size: 0, modified: 0) : nil
        }
    }

    func open(_ path: DiskPath) throws(SystemError) -> OpenFile {
        let content = try disk.perform(.read, path) { (state) throws(MemoryFiles.Refusal) in
            guard let file = state.files[path] else { throw state.directories.contains(path) ? .isDirectory : .missing }
            return file.content
        }
        let bytes = try disk.load(content, of: path)
        return try disk.perform(.read, path) { (state) throws(MemoryFiles.Refusal) in state.handle(path, bytes) }
    }

    func create(_ path: DiskPath) throws(SystemError) -> OpenFile {
        try disk.perform(.create, path) { (state) throws(MemoryFiles.Refusal) in
            guard state.directories.contains(path.parent) else { throw .missing }
            guard state.files[path] == nil, !state.directories.contains(path) else { throw .exists }
            state.put([], at: path)
            return state.handle(path, [])
        }
    }

    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] {
        try disk.perform(.read, file.path) { (state) throws(MemoryFiles.Refusal) in
            guard let handle = state.handles[file.number] else { throw .missing }
            let bytes = Array(handle.content.dropFirst(handle.offset).prefix(count))
            state.handles[file.number]?.offset += bytes.count
            return bytes
        }
    }

    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try disk.perform(.write, file.path) { (state) throws(MemoryFiles.Refusal) in
            guard let handle = state.handles[file.number] else { throw .missing }
            try state.append(bytes, to: handle.path)
            return bytes.count
        }
    }

    func close(_ file: OpenFile) {
        _ = try? disk.perform(.read, file.path) { (state) throws(MemoryFiles.Refusal) in
            state.handles[file.number] = nil
        }
    }

    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try disk.perform(.rename, old) { (state) throws(MemoryFiles.Refusal) in
            guard !state.directories.contains(new) else { throw .isDirectory }
            try state.move(old, to: new)
        }
    }

    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try disk.perform(.rename, old) { (state) throws(MemoryFiles.Refusal) in
            guard state.files[new] == nil, !state.directories.contains(new) else { throw .exists }
            try state.move(old, to: new)
        }
    }

    func unlink(_ path: DiskPath) throws(SystemError) {
        try disk.perform(.delete, path) { (state) throws(MemoryFiles.Refusal) in
            guard state.files.removeValue(forKey: path) != nil else { throw .missing }
            state.listing = nil
        }
    }

    func makeDirectory(_ path: DiskPath) throws(SystemError) {
        try disk.perform(.create, path) { (state) throws(MemoryFiles.Refusal) in
            guard state.directories.contains(path.parent) else { throw .missing }
            guard state.files[path] == nil, state.directories.insert(path).inserted else { throw .exists }
            state.listing = nil
        }
    }

    func removeDirectory(_ path: DiskPath) throws(SystemError) {
        try disk.perform(.delete, path) { (state) throws(MemoryFiles.Refusal) in
            guard state.directories.contains(path) else { throw .missing }
            guard !state.files.keys.contains(where: { $0.parent == path }),
                !state.directories.contains(where: { $0 != .root && $0.parent == path })
            else { throw .notEmpty }
            state.directories.remove(path)
            state.listing = nil
        }
    }

    func synchronize(_ file: OpenFile) {}
    func synchronizeDirectory(_ path: DiskPath) {}
    func synchronizeAll() {}
}

extension MemoryFiles.State {
    /// The files and directories in a directory.
    fileprivate mutating func entries(of directory: DiskPath) -> [DirectoryEntry] {
        if let listing { return listing[directory] ?? [] }
        var listing: [DiskPath: [DirectoryEntry]] = [:]
        for path in files.keys {
            listing[path.parent, default: []].append(DirectoryEntry(name: Array(path.name), kind: .file))
        }
        for path in directories where path != .root {
            listing[path.parent, default: []].append(DirectoryEntry(name: Array(path.name), kind: .directory))
        }
        self.listing = listing
        return listing[directory] ?? []
    }

    fileprivate mutating func handle(_ path: DiskPath, _ content: [UInt8]) -> OpenFile {
        defer { nextHandle += 1 }
        handles[nextHandle] = (path, content, 0)
        return OpenFile(number: nextHandle, path: path)
    }

    fileprivate mutating func put(_ content: [UInt8], at path: DiskPath) {
        clock += 1
        if files[path] == nil { listing = nil }
        files[path] = MemoryFiles.File(content: .here(content), size: content.count, modified: clock)
    }

    fileprivate mutating func append(
        _ bytes: ArraySlice<UInt8>, to path: DiskPath
    ) throws(MemoryFiles.Refusal) {
        guard case .here(var content)? = files[path]?.content else { throw .missing }
        // Releases the stored array, so that appending does not copy it.
        files[path]?.content = .here([])
        content += bytes
        put(content, at: path)
    }

    /// Moves a file, or a directory with everything in it.
    fileprivate mutating func move(_ old: DiskPath, to new: DiskPath) throws(MemoryFiles.Refusal) {
        guard directories.contains(new.parent) else { throw .missing }
        listing = nil
        if let file = files.removeValue(forKey: old) {
            files[new] = file
            return
        }
        guard directories.contains(old) else { throw .missing }
        let prefix = old.bytes + [UInt8(ascii: "/")]
        func moved(_ path: DiskPath) -> DiskPath { DiskPath(bytes: new.bytes + path.bytes.dropFirst(old.bytes.count)) }
        for path in directories where path == old || path.bytes.starts(with: prefix) {
            directories.remove(path)
            directories.insert(moved(path))
        }
        for (path, file) in files where path.bytes.starts(with: prefix) {
            files[path] = nil
            files[moved(path)] = file
        }
    }
}
