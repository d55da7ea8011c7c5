package import NotebookFiles
import NotebookFormat
import NotebookPacking
public import NotebookStore

/// A format for exporting items.
public enum ExportFormat: Hashable, Sendable {
    /// A package for Anki with all cards.
    case anki
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
    public static let allCases: [ExportFormat] = [.anki, .html(), .json, .markdown, .obsidian, .site, .text]

    /// The name of the format.
    public var name: String { exporter.name }

    package var exporter: any ItemExporter {
        switch self {
        case .anki: AnkiExport()
        case .html(let limit): PageFormat(embeddingUpTo: limit)
        case .json: JSONFormat()
        case .markdown: MarkdownFormat()
        case .obsidian: ObsidianFormat()
        case .site: SiteFormat()
        case .text: TextFormat()
        }
    }
}

/// Where an export goes.
public enum ExportTarget {
    /// A new folder, or a file that is replaced, with this name in a directory; complete or not at all.
    case place(_ name: String, in: String)
    /// A function that receives the text of an export that is one file.
    case stream((_ text: [UInt8]) throws -> Void)
}

/// What was exported.
public struct Exported: Sendable {
    /// The items, without those that the format has no place for.
    public let items: [Item]
    /// A description of what is left out.
    public let leftBehind: [String]
}

extension NotebookReading {
    /// Exports items into a folder or a file that other programs can read.
    ///
    /// Blocks until everything is written.
    ///
    /// - Parameters:
    ///   - environment: The random source for the names of temporary files; `nil` for that of the notebook.
    ///   - choose: Chooses the items; by default all.
    /// - Throws: `NotebookError.taken` if the name of a folder is in use, `NotebookError.malformedItem`, `SystemError`,
    ///   or what `choose` and a stream throw.
    @discardableResult
    package func export(
        to target: ExportTarget, as format: ExportFormat, environment: NotebookEnvironment? = nil,
        choosing choose: (NotebookSnapshot) throws -> [Item] = { $0.listing.items }
    ) throws -> Exported {
        try read { snapshot in
            let environment = self.environment(environment)
            let items = try choose(snapshot)
            let held = items.filter { format.exporter.holds($0.type) }
            let notebook = ExportedNotebook(snapshot)
            switch target {
            case .place(let name, let directory) where !format.exporter.isOneFile:
                return Exported(
                    items: held, leftBehind: try notebook.write(items, as: format, name, directory, environment))
            case .place(let name, let directory):
                let (text, leftBehind) = try notebook.text(items, as: format)
                try DirectoryFiles(directory).writeWhole(name, environment: environment) { write in try write(text) }
                return Exported(items: held, leftBehind: leftBehind)
            case .stream(let receive):
                let (text, leftBehind) = try notebook.text(items, as: format)
                try receive(text)
                return Exported(items: held, leftBehind: leftBehind)
            }
        }
    }

    /// A page with everything that a browser shows, which reloads itself when a later page replaces it.
    ///
    /// Blocks until everything is read.
    ///
    /// - Parameters:
    ///   - number: The number of the page, counted from 0.
    ///   - memory: Keeps the texts of the page before, so that only what has changed is written again.
    ///   - choose: Chooses the item that the page shows first; by default the list.
    /// - Returns: The title of the notebook, and the page in HTML.
    /// - Throws: `NotebookError.malformedItem`, an error if files cannot be read, or what `choose` throws.
    package func page(
        _ number: Int = 0, _ memory: PageMemory? = nil,
        showing choose: (NotebookSnapshot) throws -> Item? = { _ in nil }
    ) throws -> (title: String, text: String) {
        try read { snapshot in
            let text = try PageFormat().preview(
                snapshot.listing.items, of: ExportedNotebook(snapshot), number: number,
                showing: try choose(snapshot)?.path, memory)
            return (snapshot.listing.description.title, text)
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
    fileprivate func write(
        _ items: [Item], as format: ExportFormat, _ name: String, _ directory: String,
        _ environment: NotebookEnvironment
    ) throws -> [String] {
        let shown = environment.display(ExternalPath.below(directory, name))
        let files: DirectoryFiles
        do throws(SystemError) {
            files = try DirectoryFiles(directory, name: environment.display(directory))
        } catch {
            throw SystemError(.create, shown, code: error.code)
        }
        guard try files.status(DiskPath(name)) == nil else { throw NotebookError.taken(shown) }
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
