import NotebookFormat

extension Draft {
    /// Puts a copy of an item beside it, with a title and a uuid of its own.
    public mutating func duplicate(_ item: Item) throws -> Item {
        let file = try self.item(item.path)
        let title = "\(item.title) copy"
        let target = try freePath(
            stem: "\(item.livePath.stem) copy", type: item.type, in: item.folder)
        var metadata = file.metadata
        metadata.uuid = world.newUUID()
        if metadata.title != nil || item.type == .note { metadata.title = Title.accepted(title) ?? item.title }
        metadata.created = world.now()
        metadata.modified = nil
        try write(try file.setting(metadata), at: target)
        return try shown(target)
    }
}
