import NotebookBundle
package import NotebookFormat

/// The formats in which notes are imported and exported: a folder and a line for each.
package enum ExchangeFormats {
    /// What is imported, in the order in which sources are tried.
    package static let imports: [any ImportFormat] =
        [NotebookDirectories()] + folders + [JSONFormat(), NotebookArchives()]

    /// What a new notebook is made of.
    package static let folders: [any ImportFormat] = [MarkdownFormat(), NotesFormat()]

    /// What is exported.
    package static let exports: [any ExportFormat] = [JSONFormat(), MarkdownFormat(), TextFormat()]

    /// How items are exported where no format is named.
    package static let usualExport: any ExportFormat = MarkdownFormat()

    /// Opens what is imported into a notebook.
    ///
    /// - Throws: `ImportFailure`, or what keeps it from being read.
    package static func open(
        _ place: ImportPlace, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> ImportSource {
        for format in imports {
            if let source = try format.open(place, request) {
                return try source.source(place, for: notebook, request)
            }
        }
        throw ImportFailure(path: place.shown, reason: "it is nothing that can be imported")
    }

    /// Opens a folder of which a new notebook is made.
    ///
    /// - Throws: what keeps it from being read.
    package static func open(folder place: ImportPlace, _ request: ImportRequest) throws -> (any OpenSource)? {
        // What is no folder is refused with the reason.
        if !place.isDirectory { _ = try DirectoryFiles(place.path, name: place.shown) }
        for format in folders {
            if let source = try format.open(place, request) { return source }
        }
        return nil
    }
}
