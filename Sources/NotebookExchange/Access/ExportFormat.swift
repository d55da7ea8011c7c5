package import NotebookFiles
import NotebookPacking
package import NotebookStore
package import NotebookText

/// A format for exporting items.
public enum ExportFormat: Hashable, Sendable {
    /// One page with everything, which any browser opens without a network; embeds attachments of up to this many bytes,
    /// and only names larger ones.
    case html(embeddingUpTo: Int = 5 << 20)
    /// One text with everything: the notebook’s description, items, unknown front matter, attachments.
    case json
    /// The files as they are, in the folders of the notebook, with their attachments and `notebook.json`.
    case markdown
    /// An Obsidian vault, with attachments under their original names and places, and links that work there.
    case obsidian
    /// A folder of pages, one for each item, for any web server or for a browser without one.
    case site
    /// Only the texts, one file for each item.
    case text

    /// The formats.
    public static let allCases: [ExportFormat] = [.html(), .json, .markdown, .obsidian, .site, .text]

    /// The name of the format.
    public var name: String { exporter.name }

    package var exporter: any ItemExporter {
        switch self {
        case .html(let limit): PageFormat(embeddingUpTo: limit)
        case .json: JSONFormat()
        case .markdown: MarkdownFormat()
        case .obsidian: ObsidianFormat()
        case .site: SiteFormat()
        case .text: TextFormat()
        }
    }
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

extension NotebookReading {
    /// Exports the items of the notebook as one JSON text, with their attachments and the notebook's description.
    ///
    /// Blocks until everything is read.
    ///
    /// - Parameter items: The items to export, from a snapshot of this notebook; `nil` for all.
    /// - Returns: The text in UTF-8, and a description of what is left out.
    /// - Throws: `NotebookError.malformedItem`, or an error if the notebook cannot be read.
    package func exportedJSON(_ items: [Item]? = nil) throws -> (text: [UInt8], leftBehind: [String]) {
        try read { snapshot in
            try ExportedNotebook(snapshot).text(items ?? snapshot.listing.items, as: .json)
        }
    }

    /// Exports items into a new folder that other programs can read, completely or not at all.
    ///
    /// Blocks until everything is written.
    ///
    /// - Parameters:
    ///   - name: The name of the folder, which must not exist.
    ///   - directory: The directory of the folder.
    ///   - items: The items to export, from a snapshot of this notebook; `nil` for all.
    /// - Returns: A description of what is left out.
    /// - Throws: `NotebookError.taken` if the name is in use, `NotebookError.malformedItem`, or `SystemError`.
    @discardableResult
    package func export(
        _ name: String, in directory: String, as format: ExportFormat, items: [Item]? = nil,
        environment: NotebookEnvironment = .system
    ) throws -> [String] {
        try read { snapshot in
            let items = items ?? snapshot.listing.items
            let notebook = ExportedNotebook(snapshot)
            guard format.exporter.isOneFile else {
                return try notebook.write(items, as: format, to: name, in: DirectoryFiles(directory), environment)
            }
            let (text, leftBehind) = try notebook.text(items, as: format)
            try DirectoryFiles(directory).writeWhole(name, environment: environment) { write in try write(text) }
            return leftBehind
        }
    }
}

extension ExportedNotebook {
    init(_ snapshot: NotebookSnapshot) { self.init(snapshot.listing, snapshot.files) }

    /// An export as one file, and a description of what is left out.
    func text(_ items: [Item], as format: ExportFormat) throws -> (text: [UInt8], leftBehind: [String]) {
        var text: [UInt8] = []
        let leftBehind = try format.exporter.write(items, of: self) { _, content in try content { text += $0 } }
        return (text, leftBehind)
    }

    /// Writes the files of an export into a new folder, completely or not at all; returns a description of what is left
    /// out.
    ///
    /// - Throws: `NotebookError.taken`, or an error if files cannot be read or written.
    package func write(
        _ items: [Item], as format: ExportFormat, to name: String, in files: any FileOperations,
        _ environment: NotebookEnvironment
    ) throws -> [String] {
        guard try files.status(DiskPath(name)) == nil else { throw NotebookError.taken(environment.display(name)) }
        let placement = try Placement(ofDirectory: name, in: files, environment: environment)
        let temporary = placement.temporary
        let leftBehind = try format.exporter.write(items, of: self) { path, content in
            let place = DiskPath("\(temporary.text)/\(path)")
            _ = try files.makeDirectories(place.parent)
            let file = try files.create(place)
            defer { files.close(file) }
            try content { try files.writeAll($0, to: file) }
        }
        try files.synchronizeAll()
        try placement.finish()
        return leftBehind
    }
}
