import NotebookBundle

/// The files of a folder that is not a notebook.
struct FilesBelow {
    /// The paths of all files at any depth, in the order of their names.
    private(set) var paths: [String] = []
    /// The numbers of what was left out: hidden files and folders, symbolic links, and notebooks.
    private var (hidden, links, notebooks) = (0, 0, 0)

    /// Lists a folder; does not follow symbolic links, so that nothing outside the folder is listed.
    init(_ folder: String) throws(SystemError) {
        var folders = [folder]
        while let next = folders.popLast() {
            for entry in try DirectoryFiles(next, name: next).list(.root) {
                let path = ExternalPath.below(next, String(decoding: entry.name, as: UTF8.self))
                if entry.name.first == UInt8(ascii: ".") {
                    hidden += 1
                } else if FileKind.at(path) == .symbolicLink {
                    links += 1
                } else if entry.kind == .directory {
                    if NotebookLocation(at: path) == .folder { folders.append(path) } else { notebooks += 1 }
                } else if FileKind.at(path) == .file {
                    paths.append(path)
                }
            }
        }
        paths.sort(by: ItemOrder.namePrecedes)
    }

    /// What was left out, such as `2 hidden, 1 link`; `nil` if nothing was.
    var leftOut: String? {
        let parts = [
            hidden > 0 ? "\(hidden) hidden" : nil, links > 0 ? Wording.count(links, "link") : nil,
            notebooks > 0 ? Wording.count(notebooks, "notebook") : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The names in a folder, without hidden ones.
    static func names(_ folder: String) throws(SystemError) -> [String] {
        try DirectoryFiles(folder, name: folder).list(.root).map { String(decoding: $0.name, as: UTF8.self) }
            .filter { !$0.hasPrefix(".") }
    }
}
