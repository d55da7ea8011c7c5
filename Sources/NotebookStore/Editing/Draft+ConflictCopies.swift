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

    /// Whether the name of a file marks it as a second version of another, listed or not.
    func isConflictCopy(_ path: BundlePath) throws -> Bool {
        guard TrashedPath(path) == nil else { return false }
        let isCopy = ConflictCopy.matches(path)
        guard ConflictCopy.type(of: path)?.isItem == true else { return isCopy }
        return try isCopy && !isTitledSo(path) || isUnlistedCopy(path)
    }

    /// Whether a file has its name from the title that somebody gave it: then it is an item of its own, unless another
    /// has its uuid.
    private func isTitledSo(_ path: BundlePath) throws -> Bool {
        guard let bytes = try peek(path, limit: ItemFile.maximumBytes), let item = try? ItemFile(bytes),
            let title = item.metadata.title ?? (path.text.hasPrefix("cards/") ? CardTitle.firstLine(of: item) : nil),
            ConflictCopy.isNamed(path, after: title)
        else { return false }
        return !listing.items.contains { $0.path != path && $0.uuid != nil && $0.uuid == item.metadata.uuid }
    }

    /// Whether a file is not listed, and has the uuid of the item beside it after which it is named.
    private func isUnlistedCopy(_ path: BundlePath) throws -> Bool {
        guard entry(path) == nil, let original = ConflictCopy.possibleOriginal(of: path),
            let uuid = entry(original)?.item?.uuid, let bytes = try peek(path, limit: ItemFile.maximumBytes)
        else { return false }
        return (try? ItemFile(bytes))?.metadata.uuid == uuid
    }

    /// The item that a copy is a version of: the one with the same uuid, or else with the same name.
    mutating func original(of copy: BundlePath) throws -> BundlePath? {
        if let original = otherOriginal(of: copy) {
            return try store.files.status(DiskPath(original)) == nil ? nil : original
        }
        if let bytes = try peek(copy, limit: ItemFile.maximumBytes), let uuid = (try? ItemFile(bytes))?.metadata.uuid,
            let item = listing.items.first(where: { $0.uuid == uuid && $0.path != copy }), try exists(item.path)
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
