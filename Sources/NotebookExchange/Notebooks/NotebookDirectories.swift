import Archives
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

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
        if place.start(1)?.isEmpty == true { throw ImportFailure(path: place.shown, reason: "the file is empty") }
        do {
            let archive = try ArchiveTree(try request.unlock(.init(path: place.path), place), name: place.shown)
            do {
                return try ImportSource(of: try ListedTree(archive))
            } catch NotebookError.bare where !archive.root.hasSuffix(".notebundle/") {
                throw try Self.refusal(of: place, request)
            }
        } catch let failure as ArchiveFailure where failure.isFinding {
            throw ImportFailure(failure)
        } catch NotebookError.notANotebook {
            throw try Self.refusal(of: place, request)
        }
    }

    /// Why an archive that is no notebook cannot be imported.
    private static func refusal(of place: ImportLocation, _ request: ImportRequest) throws -> ImportFailure {
        let found = try place.files(request)
        if let found, found.files.isEmpty { return ImportFailure(path: place.shown, reason: "the archive is empty") }
        if let found, place.isFile(".textpack") {
            return ImportFailure(path: place.shown, reason: TextBundleFormat.obstacle(in: found))
        }
        let files = found?.files.map(\.path) ?? []
        let rest = files.count > 1 ? " and \(files.count - 1) more" : ""
        var failure = ImportFailure(
            path: place.shown,
            reason: "it is an archive of neither a notebook nor an export that can be read from one"
                + (files.first.map { " (it has \(PrintableText.escaped($0))\(rest))" } ?? ""))
        failure.isArchive = true
        failure.wayOut = "unpack it, and import what is in it"
        return failure
    }
}

extension ImportSource {
    /// The items of a notebook.
    fileprivate init(of tree: some FileTree) throws {
        let notebook = try NotebookListing(tree)
        self.init(notebook: notebook, files: tree, description: notebook.description)
    }
}
