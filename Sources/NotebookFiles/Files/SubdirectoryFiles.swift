/// The file operations on a subdirectory of another directory.
package struct SubdirectoryFiles: FileOperations {
    private let files: any FileOperations
    private let directory: DiskPath

    package init(_ files: any FileOperations, _ directory: DiskPath) {
        (self.files, self.directory) = (files, directory)
    }

    private func path(_ path: DiskPath) -> DiskPath {
        path == .root ? directory : DiskPath(bytes: directory.bytes + [UInt8(ascii: "/")] + path.bytes)
    }

    package func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] { try files.list(path(directory)) }
    package func status(_ path: DiskPath) throws(SystemError) -> FileStatus? { try files.status(self.path(path)) }
    package func statuses(of names: NameList, in directory: DiskPath) throws(SystemError) -> [FileStatus?] {
        try files.statuses(of: names, in: path(directory))
    }
    package func open(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.open(self.path(path)) }
    package func contents(of names: [[UInt8]], in directory: DiskPath, limit: Int) throws(SystemError) -> [[UInt8]?] {
        try files.contents(of: names, in: path(directory), limit: limit)
    }
    package func create(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.create(self.path(path)) }
    package func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] {
        try files.read(file, upTo: count)
    }
    package func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try files.write(bytes, to: file)
    }
    package func synchronize(_ file: OpenFile) throws(SystemError) { try files.synchronize(file) }
    package func close(_ file: OpenFile) { files.close(file) }
    package func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try files.rename(path(old), to: path(new))
    }
    package func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        try files.renameExclusively(path(old), to: path(new))
    }
    package func unlink(_ path: DiskPath) throws(SystemError) { try files.unlink(self.path(path)) }
    package func makeDirectory(_ path: DiskPath) throws(SystemError) { try files.makeDirectory(self.path(path)) }
    package func removeDirectory(_ path: DiskPath) throws(SystemError) { try files.removeDirectory(self.path(path)) }
    package func synchronizeDirectory(_ path: DiskPath) throws(SystemError) {
        try files.synchronizeDirectory(self.path(path))
    }
    package func synchronizeAll() throws(SystemError) { try files.synchronizeAll() }
}
