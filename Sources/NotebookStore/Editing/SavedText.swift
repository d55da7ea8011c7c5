import NotebookFiles
package import NotebookFormat
import NotebookMerging
import NotebookText

/// The result of saving a typed text, when others may have changed the item meanwhile.
public struct SavedText: Sendable {
    /// The item as it is now.
    public let item: Item
    /// Whether the item was changed meanwhile and both versions were merged.
    public let isMerged: Bool
    /// In how many places the item now holds both versions between conflict markers.
    public let conflicts: Int
    /// Whether the item was deleted meanwhile and has been restored.
    package let isRestored: Bool

    /// Makes the value of its parts.
    package init(item: Item, isMerged: Bool, conflicts: Int, isRestored: Bool) {
        (self.item, self.isMerged, self.conflicts, self.isRestored) = (item, isMerged, conflicts, isRestored)
    }
}

extension SavedText {
    /// Somebody else changed the same place of a text; nothing is saved.
    package struct Conflict: Error {
        /// Their version of the file.
        package let theirs: [UInt8]
    }
}

extension Draft {
    /// Saves a text that the user typed over an item, wherever the item is now.
    ///
    /// Merges both versions if the item was changed meanwhile; where both changed the same place, keeps both between
    /// conflict markers. Restores an item that was deleted meanwhile.
    ///
    /// - Parameters:
    ///   - text: The new text, front matter included.
    ///   - old: The text that the editor started with.
    ///   - item: The item at that time.
    /// - Throws: `NotebookError.malformedItem` if the text cannot be an item; nothing is changed then.
    public mutating func save(_ text: [UInt8], over old: [UInt8], of item: Item) throws -> SavedText {
        try save(text, over: old, of: item, marksConflicts: true)
    }

    /// Saves a text that the user typed over an item.
    ///
    /// - Parameter marksConflicts: Whether to keep both versions between conflict markers where both changed the same
    ///   place, rather than to throw `SavedText.Conflict`.
    package mutating func save(
        _ text: [UInt8], over old: [UInt8], of item: Item, marksConflicts: Bool
    ) throws -> SavedText {
        _ = try Self.item(text, item.path)
        let (path, isRestored) = try findAgain(item)
        let current = try read(path, limit: ItemFile.maximumBytes)
        let isMerged = current != old
        let merged = MergedVersions(
            base: old, mine: text, theirs: current, labels: .init(mine: "your version", theirs: "changed meanwhile"))
        guard marksConflicts || merged.conflicts == 0 else { throw SavedText.Conflict(theirs: current) }
        _ = try replace(path, with: merged.bytes)
        return SavedText(
            item: try shown(path), isMerged: isMerged, conflicts: merged.conflicts, isRestored: isRestored)
    }

    /// Finds an item again: at its path, under its uuid elsewhere, or in the trash, from which it is restored.
    ///
    /// - Throws: `NotebookError.gone` if only its file is gone, `.noSuchItem` if the notebook no longer has it.
    private mutating func findAgain(_ item: Item) throws -> (path: BundlePath, isRestored: Bool) {
        let isThere = try peek(item.path, limit: ItemFile.maximumBytes) != nil
        if isThere, let known = entry(item.path), known.item?.uuid == item.uuid { return (item.path, false) }
        guard let uuid = item.uuid else { throw NotebookError.gone(item.path) }
        if let moved = listing.items.first(where: { $0.uuid == uuid && $0.path != item.path }) {
            return (moved.path, false)
        }
        if let unlisted = try unlistedItem(uuid) {
            if !isThere {
                forget(item.path)
                moved.record(together: [.init(old: item.path, new: unlisted, isLinked: true)])
            }
            return (unlisted, false)
        }
        if let trashed = listing.trashedItems.last(where: { $0.uuid == uuid }),
            let restored = try restore([trashed]).first
        {
            return (restored.path, true)
        }
        throw entry(item.path)?.item?.uuid == uuid
            ? NotebookError.gone(item.path) : .noSuchItem(item.title, like: [])
    }

    /// The path of an item that was moved by another program and is not sealed yet, by its uuid.
    private func unlistedItem(_ uuid: UniqueIdentifier) throws -> BundlePath? {
        var found: BundlePath?
        try tree().forEachFile { file, content in
            guard case .file(let path) = file.place, listing.manifest[path] == nil,
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

/// A change of a text.
package struct TextChange: Sendable {
    /// Its path.
    package let path: BundlePath
    /// Its old path, if it is moved.
    package var oldPath: BundlePath?
    /// Its content now.
    package let old: [UInt8]
    /// Its content afterwards.
    package let new: [UInt8]

    /// Makes the value of its parts.
    package init(path: BundlePath, oldPath: BundlePath? = nil, old: [UInt8], new: [UInt8]) {
        (self.path, self.oldPath, self.old, self.new) = (path, oldPath, old, new)
    }
}
