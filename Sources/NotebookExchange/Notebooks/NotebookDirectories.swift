import Archives
import NotebookFiles
import NotebookStore

/// Directories that are notebooks.
package struct NotebookDirectories: ItemImporter {
    package let name = "notebook"
    package let sources = "other notebooks"

    package func open(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)? {
        guard place.isDirectory, NotebookLocation(at: place.path) == .notebook else { return nil }
        let environment = request.environment
        return try ImportSource(
            of: try DirectoryTree(try environment.openToRead(place.path), name: place.shown, now: environment.now))
    }
}

/// Archives of notebooks; a file of no other format is read as an archive.
package struct NotebookArchives: ItemImporter {
    package let name = "archive"
    package let sources = "archives of notebooks"

    package func open(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)? {
        guard !place.isDirectory else { return nil }
        let archive: ArchiveTree
        do {
            archive = try ArchiveTree(try request.unlock(.init(path: place.path), place), name: place.shown)
        } catch let failure as ArchiveFailure where failure.isFinding {
            throw ImportFailure(path: place.shown, reason: "\(failure.problem)")
        }
        return try ImportSource(of: try ListedTree(archive))
    }
}

extension ImportSource {
    /// The items of a notebook.
    fileprivate init(of tree: some FileTree) throws {
        let notebook = try NotebookListing(tree)
        self.init(notebook: notebook, files: tree, description: notebook.description)
    }
}
