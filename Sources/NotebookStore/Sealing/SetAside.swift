import NotebookFormat

/// The folder for misplaced files and for originals of repaired files: `.set-aside/`, with the time.
struct SetAside {
    private let files: any FileOperations
    private let folder: DiskPath

    init(_ files: any FileOperations, world: World) {
        self.files = files
        folder = DiskPath(".set-aside/\(world.now().compact)")
    }

    /// Moves a file or directory there, and returns its new path; `nil` if there is nothing.
    func move(_ path: DiskPath) throws(SystemError) -> DiskPath? {
        guard try files.status(path) != nil else { return nil }
        let target = try place(for: path)
        try files.renameExclusively(path, to: target)
        try files.synchronizeDirectory(target.parent)
        return target
    }

    /// Copies a file there, and returns the path of the copy.
    func copy(_ path: DiskPath) throws -> DiskPath {
        let target = try place(for: path)
        let file = try files.create(target)
        defer { files.close(file) }
        try files.stream(path) { try files.writeAll($0, to: file) }
        try files.synchronize(file)
        return target
    }

    /// A free path below the folder.
    private func place(for path: DiskPath) throws(SystemError) -> DiskPath {
        var target = DiskPath("\(folder.text)/\(path.text)")
        var number = 2
        while try files.status(target) != nil {
            target = DiskPath("\(folder.text) \(number)/\(path.text)")
            number += 1
        }
        _ = try files.makeDirectories(target.parent)
        return target
    }
}
