import NotebookBundle
import NotebookFiles
import NotebookTestSupport
import Synchronization

/// A directory on a disk that has only so many bytes left.
final class SmallDisk: FileOperations {
    private let files: DirectoryFiles
    private let space: Mutex<Int>

    init(_ files: DirectoryFiles, space: Int) {
        self.files = files
        self.space = Mutex(space)
    }

    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        let isFull = space.withLock { space in
            space -= bytes.count
            return space < 0
        }
        if isFull { throw SystemError(.write, file.path.description, code: 28) }
        return try files.write(bytes, to: file)
    }

    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] { try files.list(directory) }
    func status(_ path: DiskPath) throws(SystemError) -> FileStatus? { try files.status(path) }
    func open(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.open(path) }
    func create(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.create(path) }
    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] { try files.read(file, upTo: count) }
    func synchronize(_ file: OpenFile) throws(SystemError) { try files.synchronize(file) }
    func close(_ file: OpenFile) { files.close(file) }
    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) { try files.rename(old, to: new) }
    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try files.renameExclusively(old, to: new)
    }
    func unlink(_ path: DiskPath) throws(SystemError) { try files.unlink(path) }
    func makeDirectory(_ path: DiskPath) throws(SystemError) { try files.makeDirectory(path) }
    func removeDirectory(_ path: DiskPath) throws(SystemError) { try files.removeDirectory(path) }
    func synchronizeDirectory(_ path: DiskPath) throws(SystemError) { try files.synchronizeDirectory(path) }
    func synchronizeAll() throws(SystemError) { try files.synchronizeAll() }
}
