import NotebookFiles
import NotebookFormat
import NotebookStore

extension NotebookSnapshot {
    /// The template with a name.
    ///
    /// Blocks until it is read.
    ///
    /// - Throws: `NotebookError.noSuchTemplate`, `.gone` or `.malformedItem`, or an error if it cannot be read.
    public func template(_ name: String, _ type: FileType = .note) throws -> NotebookTemplate {
        let item = try listing.template(name, type)
        guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
            throw NotebookError.gone(item.path)
        }
        return try NotebookTemplate(item.path, bytes)
    }
}
