import NotebookFiles
import NotebookStore

/// A folder of Markdown files as if it were the notes of a notebook: it can be read, but not changed.
///
/// Hidden folders, those of package managers and notebooks are left out.
struct PlainFolderFiles: FileOperations {
    /// The files of the folder.
    let files: any FileOperations

    /// What the paths of its files begin with.
    static let root = "notes/"
    private static let notes = Array(root.utf8.dropLast())
    private static let readOnly: Int32 = 30

    /// The place in the folder; `nil` for what only a notebook has.
    private func place(_ path: DiskPath) -> DiskPath? {
        let components = path.components
        guard let first = components.first, first.elementsEqual(Self.notes) else { return nil }
        return DiskPath(bytes: Array(components.dropFirst().joined(separator: [UInt8(ascii: "/")])))
    }

    private func existing(_ path: DiskPath) throws(SystemError) -> DiskPath {
        guard let place = place(path) else { throw SystemError(.read, path.description, code: SystemCall.missing) }
        return place
    }

    func list(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        guard directory != .root else { return [DirectoryEntry(name: Self.notes, kind: .directory)] }
        let folder = try existing(directory)
        return try files.list(folder).filter { entry in
            entry.name.first != UInt8(ascii: ".") && !entry.name.elementsEqual("node_modules".utf8)
                && !isNotebook(entry, in: folder)
        }
    }

    private func isNotebook(_ entry: DirectoryEntry, in folder: DiskPath) -> Bool {
        guard entry.kind == .directory else { return false }
        let place = folder.appending(entry.name)
        return NotebookLocation(directory: String(decoding: entry.name, as: UTF8.self)) { file in
            (try? files.status(place.appending(file))) != nil
        } == .notebook
    }

    func status(_ path: DiskPath) throws(SystemError) -> FileStatus? {
        guard path != .root else { return try files.status(.root) }
        guard let place = place(path) else { return nil }
        return try files.status(place)
    }

    func statuses(of names: NameList, in directory: DiskPath) throws(SystemError) -> [FileStatus?] {
        guard let place = place(directory) else { return Array(repeating: nil, count: names.count) }
        return try files.statuses(of: names, in: place)
    }

    func contents(
        of names: [[UInt8]], in directory: DiskPath, limit: Int
    ) throws(SystemError) -> [[UInt8]?] {
        guard let place = place(directory) else { return names.map { _ in nil } }
        return try files.contents(of: names, in: place, limit: limit)
    }

    func open(_ path: DiskPath) throws(SystemError) -> OpenFile { try files.open(existing(path)) }

    func read(_ file: OpenFile, upTo count: Int) throws(SystemError) -> [UInt8] {
        try files.read(file, upTo: count)
    }

    func close(_ file: OpenFile) { files.close(file) }

    private func refuse(_ operation: SystemError.Operation, _ path: DiskPath) throws(SystemError) -> Never {
        throw SystemError(operation, path.description, code: Self.readOnly)
    }

    func create(_ path: DiskPath) throws(SystemError) -> OpenFile { try refuse(.create, path) }
    func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) -> Int {
        try refuse(.write, file.path)
    }
    func rename(_ old: DiskPath, to new: DiskPath) throws(SystemError) { try refuse(.rename, new) }
    func renameExclusively(_ old: DiskPath, to new: DiskPath) throws(SystemError) { try refuse(.rename, new) }
    func unlink(_ path: DiskPath) throws(SystemError) { try refuse(.delete, path) }
    func makeDirectory(_ path: DiskPath) throws(SystemError) { try refuse(.create, path) }
    func removeDirectory(_ path: DiskPath) throws(SystemError) { try refuse(.delete, path) }
    func synchronize(_ file: OpenFile) {}
    func synchronizeDirectory(_ path: DiskPath) {}
    func synchronizeAll() {}
}

extension NotebookDirectory {
    /// A folder of Markdown files, to be read as if it were the notes of a notebook.
    init(plainFolder path: String, _ environment: NotebookEnvironment) {
        let plain = NotebookEnvironment(
            now: environment.now, random: environment.random,
            open: { PlainFolderFiles(files: try environment.open($0, .none, $2)) },
            display: environment.display, identity: environment.identity)
        self.init(path, environment: plain, locking: NotebookLocking(isEnabled: false))
    }
}
