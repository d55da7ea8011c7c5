/// All file operations that the store needs, on one directory and everything below it.
///
/// Nothing follows symbolic links. The implementation for tests can fail or stop at any operation, and forgets what was
/// not synchronised.
package protocol FileOperations: Sendable {
    /// The names and kinds of the entries of a directory, in no particular order, without `.` and `..`.
    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry]

    /// The status of what is at a path; `nil` if there is nothing.
    func status(_ path: DiskPath) throws(SystemError) -> FileStatus?

    /// The statuses of several names in one directory; `nil` for those that need a closer look.
    func statuses(of names: NameList, in directory: DiskPath) throws(SystemError) -> [FileStatus?]

    /// Opens a regular file for reading.
    func open(_ path: DiskPath) throws(SystemError) -> OpenFile

    /// The contents of regular files of one directory, in the order of their names; `nil` for those that cannot be read
    /// this way, or are longer than the limit.
    func contents(of names: [[UInt8]], in directory: DiskPath, limit: Int) throws(SystemError) -> [[UInt8]?]

    /// Makes a new file and opens it for writing.
    func create(_ path: DiskPath) throws(SystemError) -> OpenFile

    /// Writes several new files of one directory.
    func write(_ files: [(name: [UInt8], content: [UInt8])], in directory: DiskPath) throws(SystemError)

    /// Reads up to this many bytes; none at the end of the file.
    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8]

    /// Writes some or all of the bytes and returns their number.
    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int

    /// Makes sure that the content of a file survives a power cut.
    func synchronize(_ file: OpenFile) throws(SystemError)

    /// Closes a file.
    func close(_ file: OpenFile)

    /// Moves a file, replacing an existing one.
    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError)

    /// Moves a file or directory to a free name.
    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError)

    /// Exchanges the names of two files or directories, in one step.
    ///
    /// - Throws: an “unsupported” error where the system cannot do it.
    func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError)

    /// Gives a file that has one name a second name, which must be free.
    ///
    /// - Throws: any error where the system cannot do it.
    func link(_ old: DiskPath, to new: DiskPath) throws(SystemError)

    /// Whether two paths are names of the same file, so that one of them can be removed without loss.
    func isSameFile(_ one: DiskPath, _ other: DiskPath) throws(SystemError) -> Bool

    /// Deletes a file.
    func unlink(_ path: DiskPath) throws(SystemError)

    /// Makes a directory, whose parent exists.
    func makeDirectory(_ path: DiskPath) throws(SystemError)

    /// Deletes an empty directory.
    func removeDirectory(_ path: DiskPath) throws(SystemError)

    /// Makes sure that the names in a directory survive a power cut.
    func synchronizeDirectory(_ path: DiskPath) throws(SystemError)

    /// Makes sure that everything written so far survives a power cut.
    func synchronizeAll() throws(SystemError)

    /// Begins a pass over many files: until it ends, a directory may be opened once for several of them.
    ///
    /// Between its beginning and its end, nobody waits for people or for other programs.
    func beginPass()

    /// Ends a pass.
    func endPass()

    /// How many bytes can still be written; `nil` if unknown.
    var room: Int? { get }

    /// Reserves disk space after a file's end, without changing its size or content; does nothing where that is not
    /// possible.
    func reserve(_ bytes: Int, behind path: DiskPath)

    /// Releases the space after a file's end if the disk has less than this many bytes left.
    func releaseReserve(behind path: DiskPath, ifLessThan bytes: Int)

    /// Locks a file or directory against others that lock it, without waiting.
    func hold(_ path: DiskPath) -> HoldResult

    /// Keeps others from reading, until the value is released: a change is about to become visible (Format, clause 25.1).
    ///
    /// - Throws: `LockError` if others read for too long, `SystemError` if the user interrupts the wait.
    func excludeReaders() throws

    /// Whether somebody else is changing the bundle, which this value only reads.
    var isBeingChanged: Bool { get }

    /// A path as messages show it, safe to print.
    func describe(_ path: DiskPath) -> String

    /// Why files could not be moved from a directory to paths, or away from them; `nil` if nothing shows that, without
    /// trying it.
    func obstacle(to paths: [DiskPath], from directory: DiskPath) throws(SystemError) -> ChangeObstacle?

    /// Gives a file the permissions, attributes, owner and group of another one, as far as the system allows.
    func copyAttributes(of path: DiskPath, to copy: DiskPath)

    /// Gives files the group and access list that they would have got if they had been made in a directory.
    func adopt(_ files: [DiskPath], into directory: DiskPath)

    /// Lets everybody write to a directory who may write to the one that it is in.
    func share(_ directory: DiskPath)

    /// The path under which the disk stores what is at a path, whose name may be in another normalisation; `nil` if
    /// nothing is there.
    func storedPath(of path: DiskPath) throws(SystemError) -> DiskPath?

    /// The same files under exactly the names that the disk stores.
    var exact: any FileOperations { get }
}

extension FileOperations {
    /// The statuses of several names in one directory, read one by one.
    package func statuses(of names: NameList, in directory: DiskPath) throws(SystemError) -> [FileStatus?] {
        var statuses: [FileStatus?] = []
        for name in names.all { statuses.append(try status(directory.appending(name))) }
        return statuses
    }

    /// The contents of regular files of one directory, read one by one.
    package func contents(
        of names: [[UInt8]], in directory: DiskPath, limit: Int
    ) throws(SystemError) -> [[UInt8]?] {
        var contents: [[UInt8]?] = []
        for name in names {
            let path = directory.appending(name)
            let isFile = try status(path)?.kind == .file
            let content = isFile ? try content(of: path, limit: limit) : nil
            contents.append(content.flatMap { $0.count <= limit ? $0 : nil })
        }
        return contents
    }

    /// Writes several new files of one directory, one by one.
    package func write(_ files: [(name: [UInt8], content: [UInt8])], in directory: DiskPath) throws(SystemError) {
        for (name, content) in files {
            let file = try create(directory.appending(name))
            defer { close(file) }
            try writeAll(content, to: file)
        }
    }

    /// Does nothing: most implementations open no directories.
    package func beginPass() {}

    /// Does nothing: most implementations open no directories.
    package func endPass() {}

    /// Unknown: most implementations never run out of space.
    package var room: Int? { nil }

    /// Does nothing: most implementations never run out of space.
    package func reserve(_ bytes: Int, behind path: DiskPath) {}

    /// Does nothing: most implementations never run out of space.
    package func releaseReserve(behind path: DiskPath, ifLessThan bytes: Int) {}

    /// Always succeeds: most implementations have a single user.
    package func hold(_ path: DiskPath) -> HoldResult { .held(NoHold()) }

    /// Does nothing: most implementations have a single user.
    package func excludeReaders() throws {}

    /// Nobody is: most implementations have a single user.
    package var isBeingChanged: Bool { false }

    /// The path below the directory: most implementations have no place of their own.
    package func describe(_ path: DiskPath) -> String { path.description }

    /// None: most implementations have a single user.
    package func obstacle(to paths: [DiskPath], from directory: DiskPath) throws(SystemError) -> ChangeObstacle? { nil }

    /// Does nothing: most implementations know no attributes.
    package func copyAttributes(of path: DiskPath, to copy: DiskPath) {}

    /// Does nothing: most implementations know no attributes.
    package func adopt(_ files: [DiskPath], into directory: DiskPath) {}

    /// Does nothing: most implementations have a single user.
    package func share(_ directory: DiskPath) {}

    /// The path itself: most implementations take names as they are.
    package func storedPath(of path: DiskPath) throws(SystemError) -> DiskPath? {
        try status(path) == nil ? nil : path
    }

    /// The same: most implementations take names as they are.
    package var exact: any FileOperations { self }

    /// Fails: most implementations do not support it.
    package func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError) {
        throw SystemError(.rename, other.description, code: SystemCall.unsupported)
    }

    /// Fails: most implementations do not support it.
    package func link(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        throw SystemError(.create, new.description, code: SystemCall.unsupported)
    }

    /// For implementations where no file has two names.
    package func isSameFile(_ one: DiskPath, _ other: DiskPath) throws(SystemError) -> Bool { false }
}
