package import NotebookText

/// The folder for misplaced files and for originals of repaired files: `.set-aside/`, with the time.
package struct SetAside {
    private let files: any FileOperations
    private let folder: DiskPath

    package init(_ files: any FileOperations, now: Timestamp) {
        self.files = files
        folder = DiskPath(".set-aside/\(now.compact)")
    }

    /// Moves a file or directory there, and returns its new path; `nil` if there is nothing.
    package func move(_ path: DiskPath) throws(SystemError) -> DiskPath? { try move(path, as: path) }

    /// Moves a file there as if it had been at another path.
    func move(_ path: DiskPath, as place: DiskPath) throws(SystemError) -> DiskPath? {
        guard try files.status(path) != nil else { return nil }
        let target = try self.place(for: place)
        try files.renameExclusively(path, to: target)
        try files.synchronizeDirectory(target.parent)
        return target
    }

    /// Copies a file there, and returns the path of the copy.
    package func copy(_ path: DiskPath) throws -> DiskPath {
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
