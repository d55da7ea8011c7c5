import NotebookBundle
import NotebookTestSupport
import Synchronization

/// A directory of which one reading operation fails, or gives less than was asked for.
final class FailingFiles: FileOperations {
    /// What goes wrong.
    enum Fault: Hashable, Sendable {
        /// The operation with this number, from 0, fails for this reason; others do not.
        case error(Int32, at: Int)
        /// Every operation from this one on fails.
        case errors(Int32, from: Int)
        /// Reading gives this many bytes at a time.
        case pieces(Int)
    }

    /// Counts the operations, over all directories that are opened with it.
    final class Counter: Sendable {
        private let state = Mutex((count: 0, wasHit: false))
        private let opened = Mutex<[DiskPath]>([])

        /// The files that were read, in this order.
        var readFiles: [DiskPath] { opened.withLock { $0 } }

        fileprivate func open(_ path: DiskPath) { opened.withLock { $0.append(path) } }

        /// How many operations there were.
        var count: Int { state.withLock { $0.count } }
        /// Whether one of them failed.
        var wasHit: Bool { state.withLock { $0.wasHit } }

        func fails(_ fault: Fault) -> Int32? {
            state.withLock { state in
                defer { state.count += 1 }
                switch fault {
                case .error(let code, at: state.count): state.wasHit = true; return code
                case .errors(let code, let first) where state.count >= first: state.wasHit = true; return code
                default: return nil
                }
            }
        }
    }

    private let files: DirectoryFiles
    private let fault: Fault
    private let counter: Counter

    init(_ files: DirectoryFiles, _ fault: Fault, _ counter: Counter) {
        self.files = files
        self.fault = fault
        self.counter = counter
    }

    private func count(_ operation: SystemError.Operation, _ path: DiskPath) throws(SystemError) {
        if let code = counter.fails(fault) { throw SystemError(operation, path.description, code: code) }
    }

    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        try count(.list, directory)
        return try files.list(directory)
    }

    func status(_ path: DiskPath) throws(SystemError) -> FileStatus? {
        try count(.read, path)
        return try files.status(path)
    }

    func open(_ path: DiskPath) throws(SystemError) -> OpenFile {
        try count(.read, path)
        counter.open(path)
        return try files.open(path)
    }

    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] {
        try self.count(.read, file.path)
        if case .pieces(let length) = fault { return try files.read(file, upTo: min(count, length)) }
        return try files.read(file, upTo: count)
    }

    func close(_ file: OpenFile) { files.close(file) }
    func create(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.create(path) }
    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try files.write(bytes, to: file)
    }
    func synchronize(_ file: OpenFile) throws(SystemError) { try files.synchronize(file) }
    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) { try files.rename(old, to: new) }
    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try files.renameExclusively(old, to: new)
    }
    func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError) { try files.exchange(one, with: other) }
    func unlink(_ path: DiskPath) throws(SystemError) { try files.unlink(path) }
    func makeDirectory(_ path: DiskPath) throws(SystemError) { try files.makeDirectory(path) }
    func removeDirectory(_ path: DiskPath) throws(SystemError) { try files.removeDirectory(path) }
    func synchronizeDirectory(_ path: DiskPath) throws(SystemError) { try files.synchronizeDirectory(path) }
    func synchronizeAll() throws(SystemError) { try files.synchronizeAll() }
}
