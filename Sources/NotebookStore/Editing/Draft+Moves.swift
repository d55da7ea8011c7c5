import NotebookFiles
public import NotebookFormat
import NotebookText

extension Draft {
    /// Changes the title of an item, renames its file, and updates links.
    ///
    /// - Throws: `NotebookError.notATitle`, `.gone` or `.malformedItem`, or `StoreError` if files cannot be written.
    public mutating func rename(_ item: Item, to title: String) throws -> Item {
        let title = try Self.title(title)
        let item = try foundOutsideTrash(item)
        var file = try self.item(item.path)
        let stem = try Self.stem(for: title)
        let target =
            stem.isIdentical(to: item.path.stem)
            ? item.path : try freePath(stem: stem, type: item.type, in: item.folder, besides: item.path)
        var metadata = file.metadata
        metadata.title = title
        if metadata.modified == file.metadata.modified, metadata != file.metadata { metadata.modified = world.now() }
        file = try Self.setting(metadata, of: file, item.path)
        try write(file, at: target)
        if target != item.path { try delete(item.path) }
        noteMove(of: item.path, to: target)
        return try shown(target)
    }

    /// Moves an item to another folder, and updates links to and from it.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or `StoreError` if files cannot be moved.
    public mutating func move(_ item: Item, to folder: FolderPath) throws -> Item {
        let (item, folder) = (try foundOutsideTrash(item), try spelled(folder))
        guard folder != item.folder || item.batch != nil else { return item }
        let target = try freePath(stem: item.livePath.stem, type: item.type, in: folder)
        return try relocate(item, to: target)
    }

    /// Gives files other paths, as another program is about to: titles and bytes stay, and links follow.
    ///
    /// A path that the notebook does not list is left out.
    ///
    /// - Throws: `NotebookError.gone`, or `StoreError` if files cannot be moved.
    public mutating func follow(renamed files: [(old: BundlePath, new: BundlePath)]) throws {
        for (old, new) in files where old != new {
            guard let type = entry(old)?.type else { continue }
            try moveBytes(old, to: new)
            if type.isItem { noteMove(of: old, to: new) } else { moved.note(file: old, to: new) }
        }
    }

    /// Moves an item to a free path.
    mutating func relocate(_ item: Item, to target: BundlePath) throws -> Item {
        // Links find a restored item under its old path, unless another item has that path now.
        let isKnown = item.batch == nil || entry(item.livePath) == nil
        try moveBytes(item.path, to: target)
        noteMove(of: item.livePath, to: target, isKnown: isKnown)
        return try shown(target)
    }

    private static func stem(for title: String) throws -> String {
        guard let stem = PortableName.made(from: title) else { throw NotebookError.noFileName(title) }
        return stem
    }
}
