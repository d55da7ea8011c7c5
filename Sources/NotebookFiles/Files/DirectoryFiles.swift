import CSystem
import Archives
import NotebookText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file operations on a directory of the operating system.
///
/// Resolves every path from the directory's descriptor without following links, in one call or component by component,
/// so that nothing outside the directory can be reached, even if others change the directory meanwhile.
package final class DirectoryFiles: FileOperations {
    /// The name of the directory in messages, safe to print; empty for the working directory.
    package let name: String
    package let root: OpenFolder
    /// How to wait for readers; `nil` if the directory is not locked.
    let waiting: LockWait?
    let locks = KeptLocks()
    let folders = OpenFolders()

    /// Opens a directory.
    ///
    /// - Throws: `SystemError` if it does not exist or cannot be opened.
    package convenience init(_ path: String, name: String? = nil) throws(SystemError) {
        try self.init(path, name: name, waiting: nil)
    }

    init(_ path: String, name: String?, waiting: LockWait?) throws(SystemError) {
        let name = name ?? PrintableText.escaped(path)
        // Follows links in the path of the directory itself, because people keep notebooks behind links.
        let number = SystemCall.openDirectory(path)
        guard let root = OwnedDescriptor(number) else { throw SystemError(.read, name, code: SystemCall.code) }
        self.name = name
        self.root = OpenFolder(root)
        self.waiting = waiting
    }

    package func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        guard let opened = try open(directory, of: directory, for: .list, orNil: false) else {
            throw SystemError(.list, describe(directory), code: ENOENT)
        }
        guard let names = SystemCall.names(opened.release()) else { throw error(.list, directory) }
        var entries: [DirectoryEntry] = []
        for (name, type) in names {
            if let kind = FileKind(directoryType: type) {
                entries.append(DirectoryEntry(name: name, kind: kind))
            } else if let status = try status(directory.appending(name)) {
                entries.append(DirectoryEntry(name: name, kind: status.kind))
            }
        }
        return entries
    }

    package func status(_ path: DiskPath) throws(SystemError) -> FileStatus? {
        if path == .root { return SystemCall.status(root.number).map(FileStatus.init) }
        guard let parent = try parent(of: path, for: .read, orNil: true) else { return nil }
        if let status = SystemCall.status(parent.number, Array(path.name)) { return FileStatus(status) }
        if SystemCall.code == ENOENT || SystemCall.code == ENOTDIR { return nil }
        throw error(.read, path)
    }

    /// Opens the directory only once.
    package func statuses(of names: NameList, in directory: DiskPath) -> [FileStatus?] {
        guard let parent = try? folder(directory, for: .read) else { return Array(repeating: nil, count: names.count) }
        return (0..<names.count).map { SystemCall.status(parent.number, names, $0).map { FileStatus($0) } }
    }

    /// When a file was created, in seconds since 1970; `nil` if the system does not know.
    package func birthTime(of path: DiskPath) throws(SystemError) -> Int64? {
        let parent = try parent(of: path, for: .read)
        return SystemCall.birthTime(parent.number, Array(path.name))
    }

    package func open(_ path: DiskPath) throws(SystemError) -> OpenFile {
        try checkInterruption(.read, path)
        let parent = try parent(of: path, for: .read)
        // Without O_NONBLOCK, opening a FIFO would wait for a writer.
        guard let file = OwnedDescriptor(SystemCall.openAt(parent.number, Array(path.name), O_RDONLY | O_NONBLOCK))
        else {
            throw error(.read, path)
        }
        guard let status = SystemCall.status(file.number), FileStatus(status).kind == .file else {
            throw SystemError(.read, describe(path), code: SystemCall.notAFile)
        }
        return OpenFile(number: file.release(), path: path)
    }

    /// Opens the directory only once, and reads each file with as few calls as possible.
    package func contents(
        of names: [[UInt8]], in directory: DiskPath, limit: Int
    ) throws(SystemError) -> [[UInt8]?] {
        try checkInterruption(.read, directory)
        guard let parent = try? folder(directory, for: .read) else { return names.map { _ in nil } }
        return names.map { name in
            guard let file = OwnedDescriptor(SystemCall.openAt(parent.number, name, O_RDONLY | O_NONBLOCK)),
                let status = SystemCall.status(file.number).map({ FileStatus($0) }), status.kind == .file,
                status.size <= limit, let bytes = SystemCall.read(file.number, upTo: status.size + 1),
                bytes.count == status.size
            else { return nil }
            return bytes
        }
    }

    package func create(_ path: DiskPath) throws(SystemError) -> OpenFile {
        try checkInterruption(.create, path)
        let parent = try parent(of: path, for: .create)
        guard
            let file = OwnedDescriptor(SystemCall.openAt(parent.number, Array(path.name), O_WRONLY | O_CREAT | O_EXCL))
        else {
            throw error(.create, path)
        }
        return OpenFile(number: file.release(), path: path)
    }

    /// Opens the directory only once.
    package func write(_ files: [(name: [UInt8], content: [UInt8])], in directory: DiskPath) throws(SystemError) {
        let parent = try folder(directory, for: .create)
        for (name, content) in files {
            let path = directory.appending(name)
            try checkInterruption(.create, path)
            guard let file = OwnedDescriptor(SystemCall.openAt(parent.number, name, O_WRONLY | O_CREAT | O_EXCL)) else {
                throw error(.create, path)
            }
            try writeAll(content, to: OpenFile(number: file.number, path: path))
        }
    }

    package func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] {
        try checkInterruption(.read, file.path)
        guard let bytes = SystemCall.read(file.number, upTo: count) else { throw error(.read, file.path) }
        return bytes
    }

    package func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try checkInterruption(.write, file.path)
        guard let count = SystemCall.write(file.number, bytes) else { throw error(.write, file.path) }
        csystem_begin_sync(file.number, UInt64(count))
        return count
    }

    package func synchronize(_ file: OpenFile) throws(SystemError) {
        guard csystem_sync(file.number) == 0 else { throw error(.synchronize, file.path) }
    }

    package func close(_ file: OpenFile) { _ = OwnedDescriptor(file.number) }

    package func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        let oldParent = try parent(of: old, for: .rename)
        let newParent = try parent(of: new, for: .rename)
        lockIncoming(old, to: new)
        folders.forget(old)
        guard SystemCall.rename(oldParent.number, Array(old.name), newParent.number, Array(new.name)) == 0 else {
            throw error(.rename, new)
        }
    }

    package func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        let oldParent = try parent(of: old, for: .rename)
        let newParent = try parent(of: new, for: .rename)
        lockIncoming(old, to: new)
        folders.forget(old)
        guard SystemCall.renameExclusively(oldParent.number, Array(old.name), newParent.number, Array(new.name)) == 0
        else {
            throw error(.rename, new)
        }
    }

    package func exchange(_ one: DiskPath, with other: DiskPath) throws(SystemError) {
        let parent = try self.parent(of: one, for: .rename)
        let otherParent = try self.parent(of: other, for: .rename)
        lockIncoming(one, to: other)
        lockIncoming(other, to: one)
        for path in [one, other] { folders.forget(path) }
        guard SystemCall.exchange(parent.number, Array(one.name), otherParent.number, Array(other.name)) == 0 else {
            throw error(.rename, other)
        }
    }

    package func link(_ old: DiskPath, to new: DiskPath) throws(SystemError) {
        let oldParent = try parent(of: old, for: .create)
        let newParent = try parent(of: new, for: .create)
        // A file with other names could be written through them.
        guard let status = SystemCall.status(oldParent.number, Array(old.name)), FileStatus(status).kind == .file,
            status.st_nlink == 1
        else { throw SystemError(.create, describe(new), code: SystemCall.unsupported) }
        guard SystemCall.link(oldParent.number, Array(old.name), newParent.number, Array(new.name)) == 0 else {
            throw error(.create, new)
        }
    }

    package func isSameFile(_ one: DiskPath, _ other: DiskPath) throws(SystemError) -> Bool {
        guard let parent = try parent(of: one, for: .read, orNil: true),
            let otherParent = try self.parent(of: other, for: .read, orNil: true),
            let status = SystemCall.status(parent.number, Array(one.name)),
            let otherStatus = SystemCall.status(otherParent.number, Array(other.name))
        else { return false }
        return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
    }

    package func unlink(_ path: DiskPath) throws(SystemError) {
        let parent = try parent(of: path, for: .delete)
        guard SystemCall.unlink(parent.number, Array(path.name), isDirectory: false) == 0 else {
            throw error(.delete, path)
        }
    }

    package func makeDirectory(_ path: DiskPath) throws(SystemError) {
        let parent = try parent(of: path, for: .create)
        guard SystemCall.makeDirectory(parent.number, Array(path.name)) == 0 else { throw error(.create, path) }
    }

    package func removeDirectory(_ path: DiskPath) throws(SystemError) {
        let parent = try parent(of: path, for: .delete)
        folders.forget(path)
        guard SystemCall.unlink(parent.number, Array(path.name), isDirectory: true) == 0 else {
            throw error(.delete, path)
        }
    }

    package func synchronizeDirectory(_ path: DiskPath) throws(SystemError) {
        let directory = try folder(path, for: .synchronize)
        guard csystem_sync(directory.number) == 0 || SystemCall.meansNoDirectorySync(SystemCall.code) else {
            throw error(.synchronize, path)
        }
    }

    package func synchronizeAll() throws(SystemError) {
        guard csystem_sync_filesystem(root.number) == 0 else { throw error(.synchronize, .root) }
    }

    package var room: Int? {
        let room = csystem_room(root.number)
        return room == Int64.max ? nil : Int(room)
    }

    package func reserve(_ bytes: Int, behind path: DiskPath) {
        if let file = openToWrite(path) { csystem_reserve(file.number, Int64(bytes)) }
    }

    package func releaseReserve(behind path: DiskPath, ifLessThan bytes: Int) {
        guard let room, room < bytes, let file = openToWrite(path) else { return }
        csystem_release_reserve(file.number)
    }

    private func openToWrite(_ path: DiskPath) -> OwnedDescriptor? {
        guard let parent = try? parent(of: path, for: .write) else { return nil }
        return OwnedDescriptor(SystemCall.openToWrite(parent.number, Array(path.name)))
    }

    /// A descriptor of a file or directory that can be locked; `nil` if it does not exist.
    ///
    /// - Throws: `SystemError` if it exists and cannot be opened.
    func openToHold(_ path: DiskPath) throws(SystemError) -> OwnedDescriptor? {
        guard let parent = try parent(of: path, for: .lock, orNil: true) else { return nil }
        if let file = OwnedDescriptor(SystemCall.openAt(parent.number, Array(path.name), O_RDONLY | O_NONBLOCK)) {
            return file
        }
        guard SystemCall.code != ENOENT else { return nil }
        throw error(.lock, path)
    }

    /// What the system knows about a file.
    func identity(_ path: DiskPath) throws(SystemError) -> stat? {
        let parent = try parent(of: path, for: .lock)
        return SystemCall.status(parent.number, Array(path.name))
    }

    /// The directory at a path, opened.
    func folder(_ path: DiskPath, for operation: SystemError.Operation) throws(SystemError) -> OpenFolder {
        guard let folder = try folder(path, of: path, for: operation, orNil: false) else {
            throw SystemError(operation, describe(path), code: ENOENT)
        }
        return folder
    }

    func parent(of path: DiskPath, for operation: SystemError.Operation) throws(SystemError) -> OpenFolder {
        guard let folder = try parent(of: path, for: operation, orNil: false) else {
            throw SystemError(operation, describe(path), code: ENOENT)
        }
        return folder
    }

    func parent(
        of path: DiskPath, for operation: SystemError.Operation, orNil: Bool
    ) throws(SystemError) -> OpenFolder? {
        try folder(path.parent, of: path, for: operation, orNil: orNil)
    }

    private func folder(
        _ found: DiskPath, of path: DiskPath, for operation: SystemError.Operation, orNil: Bool
    ) throws(SystemError) -> OpenFolder? {
        if found == .root { return root }
        if let folder = folders.folder(found) { return folder }
        guard let directory = try open(found, of: path, for: operation, orNil: orNil) else { return nil }
        let folder = OpenFolder(directory)
        folders.keep(folder, at: found)
        return folder
    }

    private func open(
        _ found: DiskPath, of path: DiskPath, for operation: SystemError.Operation, orNil: Bool
    ) throws(SystemError) -> OwnedDescriptor? {
        let flags = O_RDONLY | O_DIRECTORY
        if found != .root,
            let directory = OwnedDescriptor(SystemCall.openBeneath(root.number, found.bytes, flags))
        {
            return directory
        }
        // Opens the path step by step, which shows where it fails.
        guard var directory = OwnedDescriptor(SystemCall.openAt(root.number, [UInt8(ascii: ".")], flags)) else {
            throw error(operation, path)
        }
        for component in found.components {
            guard let next = OwnedDescriptor(SystemCall.openAt(directory.number, Array(component), flags)) else {
                if orNil, SystemCall.code == ENOENT || SystemCall.code == ENOTDIR { return nil }
                throw error(operation, path)
            }
            directory = next
        }
        return directory
    }

    package func beginPass() { folders.begin() }

    package func endPass() { folders.end() }

    /// Makes reading and writing fail once the process was asked to end; removing still works.
    private func checkInterruption(_ operation: SystemError.Operation, _ path: DiskPath) throws(SystemError) {
        if SystemCall.isInterrupted { throw SystemError(operation, describe(path), code: SystemCall.interrupted) }
    }

    private func error(_ operation: SystemError.Operation, _ path: DiskPath) -> SystemError {
        SystemError(operation, describe(path), code: SystemCall.code).lacking(atLeast: 0)
    }

    /// A path below the directory, as messages show it.
    package func describe(_ path: DiskPath) -> String {
        guard !name.isEmpty else { return path == .root ? "." : "\(path)" }
        return path == .root ? name : name.hasSuffix("/") ? "\(name)\(path)" : "\(name)/\(path)"
    }
}

extension FileStatus {
    fileprivate init(_ status: stat) {
        #if canImport(Darwin)
            // No compiler has seen this: docs/Contributing.md, “Untried on macOS and iOS”.
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        let identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
            size: Int64(status.st_size), modified: modified.nanoseconds, changed: changed.nanoseconds)
        self.init(
            kind: FileKind(mode: status.st_mode), size: Int(status.st_size), modified: Int64(modified.tv_sec),
            identity: identity)
    }
}

extension ExternalPath {
    /// A mark that changes whenever the file at a path does; `nil` if nothing is there, or reading it is not allowed.
    package static func identity(of path: String) -> FileIdentity? {
        SystemCall.status(path, followsLinks: true).flatMap { FileStatus($0).identity }
    }

    /// Whether a path leads to a directory of the user, and is no link.
    package static func isOwnDirectory(_ path: String) -> Bool {
        guard let status = SystemCall.status(path, followsLinks: false) else { return false }
        return FileStatus(status).kind == .directory && status.st_uid == geteuid()
    }
}

extension FileKind {
    /// The status of what a path leads to, following links; `nil` if nothing is there, or reading it is not allowed.
    package static func following(_ path: String) -> FileKind? {
        SystemCall.status(path, followsLinks: true).map { FileStatus($0).kind }
    }

    /// The status of what is at a path, possibly a link; `nil` if nothing is there, or reading it is not allowed.
    package static func at(_ path: String) -> FileKind? {
        SystemCall.status(path, followsLinks: false).map { FileStatus($0).kind }
    }

    fileprivate init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .symbolicLink
        default: self = .special
        }
    }

    /// The kind in a directory listing; `nil` if it names none.
    fileprivate init?(directoryType type: UInt8) {
        switch Int(type) {
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .directory
        case Int(DT_LNK): self = .symbolicLink
        case Int(DT_UNKNOWN): return nil
        default: self = .special
        }
    }
}

extension timespec {
    /// The sum in nanoseconds, clamped to the range of the type.
    fileprivate var nanoseconds: Int64 {
        let (seconds, isOver) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return isOver ? (tv_sec < 0 ? .min : .max) : seconds.addingReportingOverflow(Int64(tv_nsec)).partialValue
    }
}
