import NotebookBundle

/// The files of a folder that is not a notebook.
enum FilesBelow {
    /// The paths of all files below a folder, at any depth, in the order of their names; hidden ones are left out, and links to
    /// folders are not followed.
    static func paths(_ folder: String) throws(SystemError) -> [String] {
        var (paths, folders) = ([String](), [folder])
        while let next = folders.popLast() {
            for entry in try DirectoryFiles(next, name: next).list(.root) where entry.name.first != UInt8(ascii: ".") {
                let path = OutsidePath.below(next, String(decoding: entry.name, as: UTF8.self))
                if entry.kind == .directory {
                    folders.append(path)
                } else if FileKind.following(path) == .file {
                    paths.append(path)
                }
            }
        }
        return paths.sorted(by: ItemOrder.namePrecedes)
    }

    /// The names in a folder, without hidden ones.
    static func names(_ folder: String) throws(SystemError) -> [String] {
        try DirectoryFiles(folder, name: folder).list(.root).map { String(decoding: $0.name, as: UTF8.self) }
            .filter { !$0.hasPrefix(".") }
    }
}
