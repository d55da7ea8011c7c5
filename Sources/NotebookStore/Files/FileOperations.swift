/// The port under the store: every operation on files that it makes, on one directory and what lies below it.
///
/// Nothing follows symbolic links. The implementation for the tests fails or stops at an operation of one's choice, and
/// forgets what was not synchronised.
package protocol FileOperations: Sendable {
    /// The names and kinds of what is in a directory, in no particular order, without `.` and `..`.
    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry]

    /// What a path leads to; `nil` if there is nothing.
    func status(_ path: DiskPath) throws(SystemError) -> FileStatus?

    /// What several names of one directory stand for; `nil` for those that cannot be looked at just like that.
    func statuses(of names: [[UInt8]], in directory: DiskPath) throws(SystemError) -> [FileStatus?]

    /// Opens a regular file for reading.
    func open(_ path: DiskPath) throws(SystemError) -> OpenFile

    /// The contents of regular files of one directory, in the order of their names; `nil` for those that cannot be read
    /// just like that, or are longer than the limit.
    func contents(of names: [[UInt8]], in directory: DiskPath, limit: Int) throws(SystemError) -> [[UInt8]?]

    /// Makes a file that must not exist yet, and opens it for writing.
    func create(_ path: DiskPath) throws(SystemError) -> OpenFile

    /// Writes several new files of one directory.
    func write(_ files: [(name: [UInt8], content: [UInt8])], in directory: DiskPath) throws(SystemError)

    /// Reads up to so many bytes; none at the end of the file.
    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8]

    /// Writes some or all of the bytes and says how many.
    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int

    /// Makes sure that the content of a file survives a power cut.
    func synchronize(_ file: OpenFile) throws(SystemError)

    /// Closes a file.
    func close(_ file: OpenFile)

    /// Moves a file, replacing one that is there.
    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError)

    /// Moves a file or directory to a name that must be free.
    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError)

    /// Gives two files or directories each other's names, in one step.
    ///
    /// - Throws: an error that means unsupported where that cannot be done.
    func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError)

    /// Gives a file that has only one name a second one, which must be free.
    ///
    /// - Throws: an error of any kind where that cannot be done.
    func link(_ old: DiskPath, to new: DiskPath) throws(SystemError)

    /// Whether two paths are names of one file, of which nothing is lost when one of them goes.
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

    /// How many bytes can still be written; `nil` if unknown.
    var room: Int? { get }

    /// Keeps room on the disk behind a file's end, which neither its size nor its content tells; where that cannot be
    /// done, nothing happens.
    func reserve(_ bytes: Int, behind path: DiskPath)

    /// Gives the room behind a file's end back, if the disk has less than so many bytes left.
    func releaseReserve(behind path: DiskPath, ifLessThan bytes: Int)

    /// Locks a file or directory against others that do the same, without waiting.
    func hold(_ path: DiskPath) -> HoldResult
}

extension FileOperations {
    /// What several names of one directory stand for, one after the other.
    package func statuses(of names: [[UInt8]], in directory: DiskPath) throws(SystemError) -> [FileStatus?] {
        var statuses: [FileStatus?] = []
        for name in names { statuses.append(try status(directory.appending(name))) }
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

    /// Most ports never run out of room.
    package var room: Int? { nil }

    /// Most ports never run out of room.
    package func reserve(_ bytes: Int, behind path: DiskPath) {}

    /// Most ports never run out of room.
    package func releaseReserve(behind path: DiskPath, ifLessThan bytes: Int) {}

    /// Of most ports there is one user only.
    package func hold(_ path: DiskPath) -> HoldResult { .held(NoHold()) }

    /// Most ports cannot.
    package func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError) {
        throw SystemError(.rename, other.description, code: SystemCall.unsupported)
    }

    /// Most ports cannot.
    package func link(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        throw SystemError(.create, new.description, code: SystemCall.unsupported)
    }

    /// Where no file has two names.
    package func isSameFile(_ one: DiskPath, _ other: DiskPath) throws(SystemError) -> Bool { false }
}

/// An open file of a port.
package struct OpenFile: Hashable, Sendable {
    package let number: Int32
    package let path: DiskPath

    package init(number: Int32, path: DiskPath) {
        self.number = number
        self.path = path
    }
}

/// A name in a directory.
package struct DirectoryEntry: Hashable, Sendable {
    package let name: [UInt8]
    package let kind: FileKind

    package init(name: [UInt8], kind: FileKind) {
        self.name = name
        self.kind = kind
    }
}

/// What stands behind a name.
package enum FileKind: Hashable, Sendable {
    case file
    case directory
    case symbolicLink
    /// A device, socket or FIFO.
    case special
}

/// What the file system knows of a file without reading it.
package struct FileStatus: Hashable, Sendable {
    package let kind: FileKind
    /// The size in bytes.
    package let size: Int
    /// When the content was last changed, in seconds since 1970.
    package let modified: Int64
    /// Tells whether the file was changed; `nil` if unknown.
    package let stamp: FileMark?

    package init(kind: FileKind, size: Int, modified: Int64, stamp: FileMark? = nil) {
        self.kind = kind
        self.size = size
        self.modified = modified
        self.stamp = stamp
    }
}
