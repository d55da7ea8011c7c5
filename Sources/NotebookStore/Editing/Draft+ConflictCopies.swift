import NotebookFiles
import NotebookFormat
import NotebookText

// The files that other programs, or the tool, keep as second versions of others (Format, clause 14.5).
extension Draft {
    /// The paths of all files, listed or not.
    func foundPaths() throws -> [BundlePath] {
        var paths: [BundlePath] = []
        try tree().forEachFile { file, _ in
            if case .file(let path) = file.place { paths.append(path) }
            return .goOn
        }
        return paths
    }

    /// Whether a file is a second version of another, listed or not.
    func isConflictCopy(_ path: BundlePath) throws -> Bool {
        let isNamed = try SecondVersion.isNamed(path, text: { try text(of: path) }) { uuid in
            notebook.items.contains { $0.path != path && $0.uuid == uuid }
        }
        guard !isNamed, entry(path) == nil else { return isNamed }
        return try SecondVersion.isBeside(path, listed: { entry($0)?.item?.uuid }, text: { try text(of: path) })
    }

    /// Renames an item after its title if its name is that of a conflict copy and only its earlier title, from which it
    /// had the name, told that it is none.
    ///
    /// - Parameter before: The item before its title changed.
    package mutating func keepApart(_ before: Item) throws -> Item {
        let now = try shown(before.path)
        guard now.title != before.title, ConflictCopy.matches(now.path),
            ConflictCopy.isNamed(now.path, after: before.title),
            try isConflictCopy(now.path)
        else { return now }
        return try rename(now, to: now.title)
    }

    private func text(of path: BundlePath) throws -> SecondVersion.Text? {
        guard let bytes = try peek(path, limit: ItemFile.maximumBytes), let item = try? ItemFile(bytes) else {
            return nil
        }
        let isCard = ConflictCopy.type(of: path) == .card
        return (item.metadata.uuid, item.metadata.title ?? (isCard ? CardTitle.firstLine(of: item) : nil))
    }

    /// The item that a copy is a version of: the one with the same uuid, or else with the same name.
    mutating func original(of copy: BundlePath) throws -> BundlePath? {
        if let original = otherOriginal(of: copy) {
            return try store.files.status(DiskPath(original)) == nil ? nil : original
        }
        if let bytes = try peek(copy, limit: ItemFile.maximumBytes), let uuid = (try? ItemFile(bytes))?.metadata.uuid,
            let item = notebook.items.first(where: { $0.uuid == uuid && $0.path != copy }), try exists(item.path)
        {
            return item.path
        }
        guard let path = ConflictCopy.original(of: copy), try entry(path) != nil && exists(path) else { return nil }
        return path
    }

    private func exists(_ path: BundlePath) throws -> Bool {
        try written(at: path) || store.files.status(DiskPath(path)) != nil
    }
}
