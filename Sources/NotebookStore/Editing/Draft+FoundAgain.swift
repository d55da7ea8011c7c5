import NotebookFiles
import NotebookFormat

extension Draft {
    /// An item from an older list, as it is now: it may have been renamed, moved, trashed or restored since.
    ///
    /// - Throws: `NotebookError.noSuchItem` if the notebook no longer has it.
    func found(_ item: Item) throws -> Item {
        if let entry = entry(item.path), entry.item?.uuid == item.uuid || item.uuid == nil { return item }
        guard let uuid = item.uuid else { throw NotebookError.noSuchItem(item.path.text, like: []) }
        let now = current
        let places = item.batch == nil ? [now.items, now.trashedItems] : [now.trashedItems, now.items]
        guard let found = places.lazy.compactMap({ $0.first { $0.uuid == uuid } }).first else {
            // A file that another program has written may lack its uuid.
            if let entry = entry(item.path), entry.item?.uuid == nil { return item }
            throw NotebookError.noSuchItem(item.title, like: [])
        }
        return found
    }

    /// The same, for calls that work on items outside the trash.
    ///
    /// - Throws: `NotebookError.inTrash` if the item was moved there, or what `found` throws.
    package func foundOutsideTrash(_ item: Item) throws -> Item {
        let found = try found(item)
        guard found.batch == nil || item.batch != nil else { throw NotebookError.inTrash(found.path) }
        return found
    }
}
