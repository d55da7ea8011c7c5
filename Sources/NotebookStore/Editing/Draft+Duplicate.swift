import NotebookFiles
import NotebookFormat
import NotebookText

extension Draft {
    /// Adds a copy of an item beside it, with its own title and uuid.
    ///
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or `StoreError` if the file cannot be written.
    public mutating func duplicate(_ item: Item) throws -> Item {
        let item = try foundOutsideTrash(item)
        let file = try self.item(item.path)
        let stem = "\(item.livePath.stem) copy"
        let target = try freePath(stem: stem, type: item.type, in: item.folder)
        // The title gets the same number as the name, if that was in use.
        let title = "\(item.title) copy\(target.stem.dropFirst(stem.count))"
        var metadata = file.metadata
        metadata.uuid = environment.newUUID()
        if metadata.title != nil || item.type == .note { metadata.title = Title.accepted(title) ?? item.title }
        metadata.created = environment.now()
        metadata.modified = nil
        try write(try Self.setting(metadata, of: file, item.path), at: target)
        return try shown(target)
    }
}
