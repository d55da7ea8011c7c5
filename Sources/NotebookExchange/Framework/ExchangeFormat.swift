package import Archives
package import NotebookStore
package import NotebookFormat

/// A format in which items are imported.
package protocol ItemImporter: Sendable {
    /// What it reads, as a list of sources names it.
    var sources: String { get }

    /// Opens what stands at a place; `nil` if that is nothing of this format.
    ///
    /// - Throws: `ImportFailure`, or an error if it cannot be read.
    func open(_ place: ImportPlace, _ request: ImportRequest) throws -> (any OpenSource)?
}

/// A format in which items are exported.
package protocol ItemExporter: Sendable {
    /// What `export --format` calls it.
    var name: String { get }
    /// Whether an export is one file, and no folder of files.
    var isOneFile: Bool { get }

    /// Writes items: the path of each file, which is empty for the only one, and its content.
    ///
    /// - Returns: What is not exported, in words.
    func write(_ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer) throws -> [String]
}

/// Where something stands that is imported.
package struct ImportPlace: Sendable {
    /// The path.
    package let path: String
    /// What messages call it.
    package let shown: String
    /// Whether it is a directory.
    package let isDirectory: Bool

    /// A place; links are followed.
    package init(_ path: String, shown: String) {
        self.path = path
        self.shown = shown
        isDirectory = FileKind.following(path) == .directory
    }

    /// Whether it is a file with one of some endings, in any letter case.
    func isFile(_ endings: String...) -> Bool {
        !isDirectory && endings.contains { OutsidePath.name(of: path).lowercased().hasSuffix($0) }
    }
}

/// What all formats have to know of an import.
package struct ImportRequest {
    /// Whether files that no note links to are imported as extras.
    package var takesExtras = false
    /// Whether items with the same uuid keep it, because they are only read to be imported into another notebook.
    package var keepsTwins = false
    /// A directory for what has to be converted first.
    package let scratch: String
    package let world: World
    package let progress: any WorkProgress
    /// Gives an archive its password, if it needs one.
    package let unlock: (ArchiveSource) throws -> ArchiveSource

    /// An import.
    package init(
        scratch: String = "", world: World, progress: any WorkProgress,
        unlock: @escaping (ArchiveSource) throws -> ArchiveSource = { $0 }
    ) {
        (self.scratch, self.world, self.progress, self.unlock) = (scratch, world, progress, unlock)
    }
}

/// Something that can be imported, opened.
package protocol OpenSource {
    /// What it says of a notebook as a whole; `nil` if nothing.
    var description: NotebookDescription? { get }

    /// Writes everything into a bundle that is being made.
    ///
    /// - Parameter notebook: The notebook that the items are for.
    func write(
        into bundle: inout NewBundle, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> Conversion

    /// The items as a notebook has them.
    func source(
        _ place: ImportPlace, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> ImportSource
}

/// The result of writing a source into a bundle.
package struct Conversion {
    package let report: ImportReport
    /// When the first of the items was made, if the source does not say when the notebook was.
    package var created: Timestamp?
    /// The uuids that only follow from what the source calls its notes.
    package var guessed: Set<UniqueIdentifier> = []
}

extension OpenSource {
    /// Converts the source into a notebook in the scratch directory.
    package func source(
        _ place: ImportPlace, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> ImportSource {
        let world = request.world
        var request = request
        request.keepsTwins = true
        let name = "\(String(world.random(), radix: 16)).notebundle"
        var bundle = try NewBundle(name, in: request.scratch, world: world)
        let result = try write(into: &bundle, for: notebook, request)
        _ = try bundle.finish(
            NotebookDescription(uuid: world.newUUID(), title: "Import", created: result.created ?? world.now()))
        let files = try DirectoryTree(
            try world.open("\(request.scratch)/\(name)", .none, .zero), name: place.shown, now: world.now)
        return ImportSource(
            notebook: try Notebook(files), files: files, report: result.report, guessed: result.guessed,
            description: description)
    }
}
