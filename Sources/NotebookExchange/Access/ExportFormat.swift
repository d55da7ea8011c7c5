import NotebookFiles
package import NotebookText

/// A format for exporting items.
public struct ExportFormat: Sendable {
    package let exporter: any ItemExporter

    /// One text with everything: the notebook’s description, items, unknown front matter, attachments.
    public static let json = ExportFormat(exporter: JSONFormat())
    /// One page with everything, which any browser opens without a network; embeds attachments of up to 5 MiB.
    public static let html = ExportFormat(exporter: PageFormat())
    /// A folder of pages, one for each item, for any web server or for a browser without one.
    public static let site = ExportFormat(exporter: SiteFormat())
    /// The files as they are, in the folders of the notebook, with their attachments and `notebook.json`.
    public static let markdown = ExportFormat(exporter: MarkdownFormat())
    /// An Obsidian vault, with attachments under their original names and places, and links that work there.
    public static let obsidian = ExportFormat(exporter: ObsidianFormat())
    /// Only the texts, one file for each item.
    public static let text = ExportFormat(exporter: TextFormat())
}

extension ExportFormat {
    /// One page with everything.
    ///
    /// - Parameter limit: The size in bytes up to which attachments are embedded; larger ones are only named.
    public static func html(embeddingUpTo limit: Int) -> ExportFormat {
        ExportFormat(exporter: PageFormat(embeddingUpTo: limit))
    }
}

extension ExportFormat: CaseIterable, Hashable {
    /// The formats.
    public static let allCases = [html, json, markdown, obsidian, site, text]

    /// The name of the format.
    public var name: String { exporter.name }

    /// Compares by name.
    public static func == (left: ExportFormat, right: ExportFormat) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The formats for importing items; to add one, add a folder of code and a line here.
package enum ImportFormats {
    /// All formats, in the order in which they are tried.
    package static let all: [any ItemImporter] =
        [NotebookDirectories()] + ofFolders + [JSONFormat(), NotebookArchives()]

    /// The formats that a new notebook can be made from.
    package static let ofFolders: [any ItemImporter] = [MarkdownFormat(), NotesFormat()]

    /// Opens a source for importing into a notebook.
    ///
    /// - Throws: `ImportFailure`, or an error if it cannot be read.
    package static func open(
        _ place: ImportLocation, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> ImportSource {
        for format in all {
            if let source = try format.open(place, request) {
                return try source.source(place, for: notebook, request)
            }
        }
        throw ImportFailure(path: place.shown, reason: "unknown kind of source")
    }

    /// Opens the folder that a new notebook is made from.
    ///
    /// - Throws: an error if it cannot be read.
    package static func open(folder place: ImportLocation, _ request: ImportRequest) throws -> any OpenSource {
        // A file is refused with a reason.
        if !place.isDirectory { _ = try DirectoryFiles(place.path, name: place.shown) }
        for format in ofFolders {
            if let source = try format.open(place, request) { return source }
        }
        throw ImportFailure(path: place.shown, reason: "not a folder of notes")
    }
}
