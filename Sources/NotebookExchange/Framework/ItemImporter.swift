package import Archives
package import NotebookCopies
package import NotebookFiles
package import NotebookFormat
package import NotebookPacking
package import NotebookStore
package import NotebookStudy
package import NotebookText

/// A format for importing items.
package protocol ItemImporter: Sendable {
    /// The name of the format.
    var name: String { get }

    /// The sources that it reads, as a phrase for a list.
    var sources: String { get }

    /// Opens a source; `nil` if it does not have this format.
    ///
    /// - Throws: `ImportFailure`, or an error if it cannot be read.
    func open(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)?
}

/// A format for exporting items.
package protocol ItemExporter: Sendable {
    /// The name of the format.
    var name: String { get }
    /// Whether an export is one file instead of a folder.
    var isOneFile: Bool { get }

    /// Whether the format has a place for items of a type.
    func holds(_ type: FileType) -> Bool

    /// Writes items; calls `write` with the path of each file, which is empty if there is only one, and its content.
    ///
    /// - Returns: A description of what is not exported.
    func write(_ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer) throws -> [String]
}

extension ItemExporter {
    package func holds(_ type: FileType) -> Bool { true }
}

/// The place of a source.
package struct ImportLocation {
    /// The path.
    package let path: String
    /// Its name in messages.
    package let shown: String
    /// The name by which its notes without a uuid are recognized; `nil` for that of the folder.
    let name: String?
    /// Whether it was unpacked from an archive, whose name is shown.
    var isUnpacked = false
    /// Whether it is what a bag holds, which is nothing.
    var isEmptyBag = false
    /// Whether it is a directory.
    package let isDirectory: Bool
    /// What was found out about it, so that it is read once.
    let cache = PlaceCache()

    /// Makes a place; follows links.
    package init(_ path: String, shown: String) { self.init(path, shown: shown, name: nil) }

    /// Makes a place whose notes are recognized by another name than that of the folder.
    init(_ path: String, shown: String, name: String?) {
        (self.path, self.shown, self.name) = (path, shown, name)
        isDirectory = FileKind.following(path) == .directory
    }

    /// The first bytes of a file; `nil` if it cannot be read.
    func start(_ count: Int) -> [UInt8]? {
        guard !isDirectory, let file = try? FileBytes(path: path) else { return nil }
        var buffer = [UInt8](repeating: 0, count: count)
        guard let read = try? file.read(into: &buffer, at: 0) else { return nil }
        return Array(buffer[..<read])
    }

    /// Whether it is a file with one of these endings, in any letter case.
    func isFile(_ endings: String...) -> Bool {
        !isDirectory && endings.contains { ExternalPath.name(of: path).lowercased().hasSuffix($0) }
    }
}

/// What was found out about a source.
final class PlaceCache {
    var value: AnyObject?
    /// The files of the folder that are exports of other systems.
    var exports: Set<String> = []
    /// The only notes to import, if the folder is an export; `nil` for all.
    var notes: Set<String>?
    /// Whether the folder is an export of a notebook, with the folders of one.
    var isExport = false
}

/// The parameters of an import, for all formats.
package struct ImportRequest {
    /// Whether to import files that no note links to, as extras.
    package var takesExtras = false
    /// Whether items with the same uuid keep it, because they are imported into another notebook in a second step.
    package var keepsTwins = false
    /// The name of the format of the sources; `nil` to find it out.
    package var format: String?
    /// Whether an import whose counts do not add up is made all the same.
    package var isPartial = false
    /// The number of the column with tags in lists of cards, from 1; `nil` if the list says it itself.
    package var tagsColumn: Int?
    /// The items that the notebook has already.
    package var known = KnownItems()
    /// A directory for intermediate files.
    package var scratch: String
    package let environment: NotebookEnvironment
    package let progress: any WorkProgress
    /// Unlocks an archive with its password, if it needs one.
    package let unlock: (ArchiveSource, ImportLocation) throws -> ArchiveSource

    /// Makes an import.
    package init(
        scratch: String = "", environment: NotebookEnvironment, progress: any WorkProgress,
        unlock: @escaping (ArchiveSource, ImportLocation) throws -> ArchiveSource = { archive, _ in archive }
    ) {
        (self.scratch, self.environment, self.progress, self.unlock) = (scratch, environment, progress, unlock)
    }
}

/// An opened source.
package protocol OpenSource {
    /// Its description of the notebook as a whole; `nil` if it has none.
    var description: NotebookDescription? { get }

    /// Changes the settings of a new notebook to those of the source, and lists them.
    func apply(to settings: inout NotebookDescription.Settings) -> [ImportReport.Row]

    /// Writes everything into a bundle under construction.
    ///
    /// - Parameter notebook: The notebook that receives the items.
    func write(
        into bundle: inout NewBundle, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> Conversion

    /// The items as a notebook would have them.
    func source(
        _ place: ImportLocation, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> ImportSource
}

/// The result of writing a source into a bundle.
package struct Conversion {
    package let report: ImportReport
    /// The creation date of the oldest item, if the source does not give that of the notebook.
    package var created: Timestamp?
    /// The uuids that were only derived from names in the source.
    package var guessed: Set<UniqueIdentifier> = []
    /// Items that only their texts tell apart.
    package var twins: [TransferTwins] = []
    /// What makes items stay as they are where they are known, by their uuids.
    package var yielding: [UniqueIdentifier: Yielding] = [:]
    /// Reviews of cards, which the bundle has in its logs.
    package var reviews: [StudyRecord] = []
}

extension OpenSource {
    /// Changes nothing: most sources have no settings besides those in their description.
    package func apply(to settings: inout NotebookDescription.Settings) -> [ImportReport.Row] { [] }

    /// Converts the source into a notebook in the scratch directory.
    package func source(
        _ place: ImportLocation, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> ImportSource {
        let environment = request.environment
        var request = request
        request.keepsTwins = true
        let name = "\(String(environment.random(), radix: 16)).notebundle"
        var bundle = try NewBundle(name, in: request.scratch, environment: environment)
        let result = try write(into: &bundle, for: notebook, request)
        // A note without a date has that of the import, never that of another note.
        _ = try bundle.finish(
            NotebookDescription(uuid: environment.newUUID(), title: "Import", created: environment.now()))
        let files = try DirectoryTree(
            try environment.open("\(request.scratch)/\(name)", .none, .zero), name: place.shown, now: environment.now)
        return ImportSource(
            notebook: try NotebookListing(files), files: files, report: result.report, guessed: result.guessed,
            twins: result.twins, yielding: result.yielding, description: description, reviews: result.reviews,
            isPartial: request.isPartial)
    }
}
