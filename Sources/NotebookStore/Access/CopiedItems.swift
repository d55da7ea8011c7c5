public import NotebookFormat

extension Draft {
    /// Copies items of another notebook, with the attachments that they link to.
    ///
    /// Links between them, and names of attachments, follow; each copy is a new item where its uuid is taken here. Blocks until
    /// they are read.
    ///
    /// - Parameters:
    ///   - items: Items of the other notebook.
    ///   - source: The other notebook.
    ///   - folder: The folder for all of them; `nil` keeps their own.
    /// - Returns: What became of them.
    /// - Throws: `NotebookError.gone` or `.malformedItem`, or what keeps files from being read.
    @discardableResult
    public mutating func copy(
        _ items: [Item], from source: NotebookSnapshot, into folder: FolderPath? = nil
    ) throws -> Transfer {
        var target = transferTarget()
        return try take(items, from: source.notebook, source.files, to: &target, into: folder)
    }
}
