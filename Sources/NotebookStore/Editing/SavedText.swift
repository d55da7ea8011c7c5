import NotebookFormat

/// What became of a text that was typed while others could change the item.
public struct SavedText: Sendable {
    /// The item as it is now.
    public let item: Item
    /// Whether the item had been changed meanwhile, so that both versions were brought together.
    public let isMerged: Bool
    /// How many places of the item hold both versions, marked.
    public let conflicts: Int
    /// Whether the item had been deleted meanwhile, and is there again.
    public let isRestored: Bool
}

extension Draft {
    /// Saves a text that was typed over an item, wherever that is by now.
    ///
    /// Where the item was changed meanwhile, both versions are brought together; where both changed the same, both
    /// stand in it, marked. An item that was deleted meanwhile is restored.
    ///
    /// - Parameters:
    ///   - text: The new text, front matter included.
    ///   - old: The text over which it was typed.
    ///   - item: The item as it was then.
    /// - Throws: `NotebookError.malformedItem` if the text cannot be an item; nothing is changed then.
    public mutating func save(_ text: [UInt8], over old: [UInt8], of item: Item) throws -> SavedText {
        _ = try Self.item(text, item.path)
        let (path, isRestored) = try findAgain(item)
        let current = try read(path, limit: ItemFile.maximumBytes)
        guard current != old else {
            _ = try replace(path, with: text)
            return SavedText(item: try shown(path), isMerged: false, conflicts: 0, isRestored: isRestored)
        }
        let merged = MergedVersions(
            base: old, mine: text, theirs: current, labels: .init(mine: "your version", theirs: "changed meanwhile"))
        _ = try replace(path, with: merged.bytes)
        return SavedText(item: try shown(path), isMerged: true, conflicts: merged.conflicts, isRestored: isRestored)
    }

    /// Where an item is that was seen before: at its path, under its uuid elsewhere, or in the trash, which it comes
    /// out of.
    private mutating func findAgain(_ item: Item) throws -> (path: BundlePath, isRestored: Bool) {
        let isThere = try peek(item.path, limit: ItemFile.maximumBytes) != nil
        if isThere, let known = entry(item.path), known.item?.uuid == item.uuid { return (item.path, false) }
        guard let uuid = item.uuid else { throw NotebookError.gone(item.path) }
        if let moved = notebook.items.first(where: { $0.uuid == uuid && $0.path != item.path }) {
            return (moved.path, false)
        }
        if let unlisted = try unlistedItem(uuid) { return (unlisted, false) }
        if let trashed = notebook.trashedItems.last(where: { $0.uuid == uuid }),
            let restored = try restore([trashed]).first
        {
            return (restored.path, true)
        }
        throw NotebookError.gone(item.path)
    }

    /// A moved item with a uuid, not sealed yet.
    private func unlistedItem(_ uuid: UniqueIdentifier) throws -> BundlePath? {
        var found: BundlePath?
        try tree().forEachFile { file, content in
            guard case .file(let path) = file.place, notebook.manifest[path] == nil,
                FileType(of: path)?.isItem == true, TrashedPath(path) == nil
            else { return .goOn }
            let item = try? ItemFile(content.bytes(limit: ItemFile.maximumBytes))
            guard item?.metadata.uuid == uuid else { return .goOn }
            found = path
            return .stop
        }
        return found
    }
}
