package import NotebookFiles
import NotebookFormat
import NotebookPacking
public import NotebookStore
package import NotebookStudy
import NotebookText

/// A format for exporting items.
public struct ExportFormat: Hashable, Sendable {
    /// The name of the format.
    public let name: String
    /// The size of the largest attachment that a page embeds; 0 for other formats.
    private let limit: Int

    private init(_ exporter: any ItemExporter, embeddingUpTo limit: Int = 0) {
        (name, self.limit) = (exporter.name, limit)
    }

    package var exporter: any ItemExporter {
        Self.exporters.first { $0.name == name } ?? PageFormat(embeddingUpTo: limit)
    }

    /// A package for Anki with all cards.
    public static let anki = ExportFormat(AnkiExport())
    /// One text with everything: the notebook’s description, items, unknown front matter, attachments.
    public static let json = ExportFormat(JSONFormat())
    /// The files as they are, in the folders of the notebook, with their attachments and `notebook.json`.
    public static let markdown = ExportFormat(MarkdownFormat())
    /// An Obsidian vault, with attachments under their original names and places, and links that work there.
    public static let obsidian = ExportFormat(ObsidianFormat())
    /// A folder of pages, one for each item, for any web server or for a browser without one.
    public static let site = ExportFormat(SiteFormat())
    /// Only the texts, one file for each item.
    public static let text = ExportFormat(TextFormat())
    /// One page with everything, which any browser opens without a network; embeds attachments of up to this many bytes,
    /// and only names larger ones.
    public static func html(embeddingUpTo limit: Int = 5 << 20) -> ExportFormat {
        ExportFormat(PageFormat(embeddingUpTo: limit), embeddingUpTo: limit)
    }

    /// The formats, by name; those of other systems have no other declaration.
    public static let allCases = (exporters.map { ExportFormat($0) } + [html()]).sorted { $0.name < $1.name }

    /// The formats besides that of a page; to add one, add a line here.
    private static let exporters: [any ItemExporter] = [
        AnkiExport(), JSONFormat(), MarkdownFormat(), ObsidianFormat(), SiteFormat(), TextFormat(),
        AnkiTextExport(), BagItExport(), CSVExport(), EnexExport(), EPUBExport(), HashcardsExport(), JoplinExport(),
        OPMLExport(), TextBundleExport(packed: false), TextBundleExport(packed: true),
    ]

    /// A format by its name; `nil` if there is none.
    package static func named(_ name: String) -> ExportFormat? { allCases.first { $0.name == name } }
}

/// Where an export goes.
public enum ExportTarget {
    /// A new folder, or a file that is replaced, with this name in a directory; complete or not at all. Attachments of
    /// `csv` and `opml` get a folder beside the file.
    case place(_ name: String, in: String)
    /// A function that receives the bytes of an export that is one file, piece by piece; what it has received is not
    /// complete if the export fails.
    case stream((_ piece: [UInt8]) throws -> Void)
}

/// What was exported.
public struct Exported: Sendable {
    /// The items, without those that the format has no place for.
    public let items: [Item]
    /// A description of what is left out.
    public let leftBehind: [String]
    /// What the format changes or cannot hold.
    package let losses: [ImportLoss]
    /// What the notebook contains, and what became of it.
    package let balance: ImportBalance

    init(_ items: [Item], _ leftBehind: [String], _ losses: ExportLosses) {
        (self.items, self.leftBehind) = (items, leftBehind)
        (self.losses, balance) = (losses.rows, losses.balance)
    }
}

extension NotebookReading {
    /// Exports items into a folder or a file that other programs can read.
    ///
    /// Blocks until everything is written.
    ///
    /// - Parameters:
    ///   - reviews: Where reviews are that the notebook does not have.
    ///   - environment: The random source for the names of temporary files; `nil` for that of the notebook.
    ///   - choose: Chooses the items; by default all.
    /// - Throws: `NotebookError.taken` if the name of a folder is in use, `.notOneFile` for the stream of a folder,
    ///   `.malformedItem`, `SystemError`, or what `choose` and a stream throw.
    @discardableResult
    package func export(
        to target: ExportTarget, as format: ExportFormat, withReviewsOf reviews: StudyFolder? = nil,
        environment: NotebookEnvironment? = nil,
        choosing choose: (NotebookSnapshot) throws -> [Item] = { $0.listing.items }
    ) throws -> Exported {
        try read { snapshot in
            let environment = self.environment(environment)
            if case .stream = target, !format.exporter.isOneFile {
                throw NotebookError.notOneFile(format: format.name)
            }
            let items = try choose(snapshot)
            let held = items.filter { format.exporter.holds($0.type) }
            var notebook = ExportedNotebook(snapshot)
            notebook.reviews = reviews
            notebook.losses.balance.find(.notes, items.count)
            notebook.losses.balance.settle(.notes, .written, held.count)
            notebook.losses.balance.settle(.notes, .dropped, items.count - held.count)
            switch target {
            case .place(let name, let directory) where !format.exporter.isOneFile:
                let leftBehind = try notebook.write(items, as: format, name, directory, environment)
                return Exported(held, leftBehind, notebook.losses)
            case .place(let name, let directory):
                let leftBehind = try notebook.replace(name, in: directory, with: items, as: format, environment)
                return Exported(held, leftBehind, notebook.losses)
            case .stream(let receive):
                let leftBehind = try format.exporter.write(items, of: notebook) { _, content in
                    try JoinedPieces.pass(content, to: receive)
                }
                return Exported(held, leftBehind, notebook.losses)
            }
        }
    }

    /// Writes a page with everything that a browser shows, which reloads itself when a later page replaces it.
    ///
    /// Blocks until everything is written.
    ///
    /// - Parameters:
    ///   - number: The number of the page, counted from 0.
    ///   - memory: Keeps the texts of the page before, so that only what has changed is made again.
    ///   - choose: Chooses the item that the page shows first; by default the list.
    ///   - receive: Receives the page in HTML, piece by piece.
    /// - Returns: The title of the notebook.
    /// - Throws: `NotebookError.malformedItem`, an error if files cannot be read, or what the functions throw.
    package func writePage(
        _ number: Int = 0, _ memory: PageMemory? = nil,
        showing choose: (NotebookSnapshot) throws -> Item? = { _ in nil },
        to receive: @escaping ([UInt8]) throws -> Void
    ) throws -> String {
        try read { snapshot in
            let first = try choose(snapshot)?.path
            try JoinedPieces.pass(
                { write in
                    try PageFormat().preview(
                        snapshot.listing.items, of: ExportedNotebook(snapshot), number: number, showing: first, memory,
                        to: write)
                }, to: receive)
            return snapshot.listing.description.title
        }
    }
}

extension ExportedNotebook {
    init(_ snapshot: NotebookSnapshot) { self.init(snapshot.listing, snapshot.files) }

    /// Writes the files of an export into a new folder, completely or not at all; returns a description of what is left
    /// out.
    fileprivate func write(
        _ items: [Item], as format: ExportFormat, _ name: String, _ directory: String,
        _ environment: NotebookEnvironment
    ) throws -> [String] {
        let (files, shown) = try Self.directory(directory, for: name, environment)
        guard try files.status(DiskPath(name)) == nil else { throw NotebookError.taken(shown) }
        let placement = try Placement(ofDirectory: name, in: files, environment: environment)
        let temporary = placement.temporary
        let leftBehind = try format.exporter.write(items, of: self) { path, content in
            try Self.write(DiskPath("\(temporary.text)/\(path)"), files, content)
        }
        try files.synchronizeAll()
        try placement.finish()
        return leftBehind
    }

    /// Replaces a file by an export, after the files that the format puts beside it; returns a description of what is
    /// left out.
    fileprivate func replace(
        _ name: String, in directory: String, with items: [Item], as format: ExportFormat,
        _ environment: NotebookEnvironment
    ) throws -> [String] {
        let (files, _) = try Self.directory(directory, for: name, environment)
        var notebook = self
        let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil }
        notebook.folderBeside = "\(name[..<(dot ?? name.endIndex)])_files"
        return try files.replaceFile(name, environment: environment) { file in
            try format.exporter.write(items, of: notebook) { path, content in
                guard !path.isEmpty else {
                    return try JoinedPieces.pass(content) { try files.writeAll($0, to: file) }
                }
                let place = DiskPath(path)
                // Its name has the beginning of its digest.
                if try files.status(place) != nil { try files.unlink(place) }
                try Self.write(place, files, content)
            }
        }
    }

    private static func directory(
        _ directory: String, for name: String, _ environment: NotebookEnvironment
    ) throws(SystemError) -> (files: DirectoryFiles, shown: String) {
        let shown = environment.display(ExternalPath.below(directory, name))
        do throws(SystemError) {
            return (try DirectoryFiles(directory, name: environment.display(directory)), shown)
        } catch {
            throw SystemError(.create, shown, code: error.code)
        }
    }

    private static func write(_ place: DiskPath, _ files: DirectoryFiles, _ content: Content) throws {
        _ = try files.makeDirectories(place.parent)
        let file = try files.create(place)
        defer { files.close(file) }
        try JoinedPieces.pass(content) { try files.writeAll($0, to: file) }
    }
}

/// Joins small pieces of a file, so that not each of them is a system call.
private final class JoinedPieces {
    private static let capacity = 1 << 17
    private let receive: ([UInt8]) throws -> Void
    private var held: [UInt8] = []

    private init(_ receive: @escaping ([UInt8]) throws -> Void) { self.receive = receive }

    /// Passes a content on.
    static func pass(_ content: ExportedNotebook.Content, to receive: @escaping ([UInt8]) throws -> Void) throws {
        let pieces = JoinedPieces(receive)
        try content(pieces.add)
        try pieces.flush()
    }

    private func add(_ piece: [UInt8]) throws {
        if held.count + piece.count > Self.capacity { try flush() }
        if piece.count > Self.capacity { try receive(piece) } else { held += piece }
    }

    private func flush() throws {
        guard !held.isEmpty else { return }
        try receive(held)
        held.removeAll(keepingCapacity: true)
    }
}
