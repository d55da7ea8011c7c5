public import NotebookCopies
import NotebookFiles
import NotebookFormat
import NotebookStore

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
