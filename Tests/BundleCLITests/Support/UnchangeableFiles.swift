import NotebookBundle
import NotebookTestSupport

/// A directory that can only be read, or on which every change fails for another reason, as long as that is wanted.
final class UnchangeableFiles: FileOperations {
    private let files: any FileOperations
    private let code: @Sendable () -> Int32?

    init(_ files: any FileOperations, _ code: @escaping @Sendable () -> Int32?) {
        (self.files, self.code) = (files, code)
    }

    private func check(_ operation: SystemError.Operation, _ path: DiskPath) throws(SystemError) {
        if let code = code() { throw SystemError(operation, path.description, code: code) }
    }

    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] { try files.list(directory) }
    func status(_ path: DiskPath) throws(SystemError) -> FileStatus? { try files.status(path) }
    func open(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.open(path) }
    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] { try files.read(file, upTo: count) }
    func close(_ file: OpenFile) { files.close(file) }

    func create(_ path: DiskPath) throws(SystemError) -> OpenFile {
        try check(.create, path)
        return try files.create(path)
    }

    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try check(.write, file.path)
        return try files.write(bytes, to: file)
    }

    func synchronize(_ file: OpenFile) throws(SystemError) { try files.synchronize(file) }

    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try check(.rename, old)
        try files.rename(old, to: new)
    }

    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try check(.rename, old)
        try files.renameExclusively(old, to: new)
    }

    func unlink(_ path: DiskPath) throws(SystemError) { try files.unlink(path) }

    func makeDirectory(_ path: DiskPath) throws(SystemError) {
        try check(.create, path)
        try files.makeDirectory(path)
    }

    func removeDirectory(_ path: DiskPath) throws(SystemError) { try files.removeDirectory(path) }
    func synchronizeDirectory(_ path: DiskPath) throws(SystemError) { try files.synchronizeDirectory(path) }
    func synchronizeAll() throws(SystemError) { try files.synchronizeAll() }
}
