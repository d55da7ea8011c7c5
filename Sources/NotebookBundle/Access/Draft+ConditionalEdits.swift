public import NotebookCopies
import NotebookFiles
import NotebookFormat
import NotebookStore
package import NotebookText

extension NotebookStorage {
    /// Changes an item if nobody has changed it since it was read, so that changes by others are never overwritten.
    ///
    /// Blocks until the change is made.
    ///
    /// - Parameters:
    ///   - digest: The `ItemFile.digest` when it was read, or that of the file that an earlier edit returned.
    ///   - keepsReversal: Whether the result can undo the edit.
    /// - Returns: The item and its file, as this edit leaves them; the next edit needs the `digest` of this file.
    /// - Throws: `NotebookError.changedSince` if the item has changed, `.inTrash` if it was moved there, `.noSuchItem` if
    ///   the notebook no longer has it, or an error if the notebook cannot be changed; nothing is changed then.
    @discardableResult
    package func edit(
        _ item: Item, _ change: ItemChange, ifStill digest: Digest, keepingReversal keepsReversal: Bool = false
    ) throws -> EditResult<(item: Item, file: ItemFile)> {
        try edit(keepingReversal: keepsReversal) { draft in
            let path = try draft.foundOutsideTrash(item).path
            _ = try draft.edit(path, change, ifStill: digest)
            // Links in the item itself may have to follow its new title.
            _ = try draft.keepLinks()
            return (try draft.shown(path), try draft.item(path))
        }
    }
}

extension Draft {
    /// Copies items from another notebook, with the attachments that they link to.
    ///
    /// Updates the links between the copies and the names of attachments; a copy gets a new uuid if its own is in use
    /// here. Blocks until the files are read.
    ///
    /// - Parameters:
    ///   - items: Items of the other notebook.
    ///   - source: The other notebook.
    ///   - folder: The folder for all copies; `nil` keeps their own.
    /// - Returns: What was copied, and what was not.
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or an error if files cannot be read.
    @discardableResult
    public mutating func copy(
        _ items: [Item], from source: NotebookSnapshot, into folder: FolderPath? = nil
    ) throws -> Transfer {
        var target = transferTarget()
        return try transfer(items, from: source.listing, source.files, to: &target, into: folder)
    }
}
