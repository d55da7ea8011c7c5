package import Archives
package import NotebookStore
package import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Something that items come from, opened as a notebook: a notebook, an export, a folder of notes, a note, or JSON.
package struct ImportSource {
    /// The items as a notebook has them.
    package let notebook: Notebook
    /// Its files.
    package let files: any FileTree
    /// What was changed on the way, and what stayed out.
    package private(set) var report = ImportReport()
    /// The uuids that only follow from what the source calls its notes.
    package private(set) var guessed: Set<UniqueIdentifier> = []
    /// How the source is decorated; `nil` if it is no notebook.
    package private(set) var description: NotebookDescription?

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - notebook: The notebook that the items are for.
    ///   - shown: What messages call it.
    ///   - scratch: A directory for what has to be converted first.
    ///   - unlock: Gives an archive its password, if it needs one.
    /// - Throws: `ImportFailure`, or what keeps it from being read.
    package static func open(
        _ path: String, for notebook: UniqueIdentifier, shown: String, scratch: String, world: World,
        progress: any WorkProgress, unlock: (ArchiveSource) throws -> ArchiveSource = { $0 }
    ) throws -> ImportSource {
        let url = URL(filePath: path)
        var isDirectory = false
        if let type = try FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)[.type]
            as? FileAttributeType
        {
            isDirectory = type == .typeDirectory
        }
        let lower = url.lastPathComponent.lowercased()
        if isDirectory {
            if NotebookLocation(at: path) == .notebook { return try opened(try tree(path, shown, world), world) }
            if let export = try ExportFolder(path, shown: shown, world: world) {
                return ImportSource(
                    notebook: export.notebook, files: export.files, report: export.report,
                    description: export.description)
            }
            return try folder(try SourceFolder(path, shown: shown), notebook, shown, scratch, world, progress)
        }
        if lower.hasSuffix(".json") { return try json(path, shown, scratch, world) }
        if [".md", ".markdown", ".txt"].contains(where: { lower.hasSuffix($0) }) {
            var source = try SourceFolder(url.deletingLastPathComponent().path, shown: shown, isDeep: false)
            source.keepOnly(note: url.lastPathComponent.composed)
            return try folder(source, notebook, shown, scratch, world, progress)
        }
        let archive = try ListedTree(try ArchiveTree(try unlock(ArchiveSource(path: path)), name: shown))
        return try opened(archive, world)
    }

    /// What of a notebook or an export does not come in, in one row.
    ///
    /// - Parameter carried: The attachments that items reference.
    package func leftBehind(besides carried: Set<BundlePath>) -> [ImportReport.Row] {
        let rest = description == nil ? [] : notebook.leftBehind(besides: carried)
        return rest.isEmpty ? [] : [.init(path: files.name, text: "files: \(rest.joined(separator: ", "))")]
    }

    private static func tree(_ path: String, _ shown: String, _ world: World) throws -> DirectoryTree {
        try DirectoryTree(try world.openToRead(path), name: shown, now: world.now)
    }

    private static func opened(_ tree: some FileTree, _ world: World) throws -> ImportSource {
        let notebook = try Notebook(tree)
        return ImportSource(notebook: notebook, files: tree, description: notebook.description)
    }

    /// A folder of notes, converted into a notebook in the scratch directory.
    private static func folder(
        _ source: SourceFolder, _ target: UniqueIdentifier, _ shown: String, _ scratch: String, _ world: World,
        _ progress: any WorkProgress
    ) throws -> ImportSource {
        let name = "\(String(world.random(), radix: 16)).notebundle"
        var bundle = try NewBundle(name, in: scratch, world: world)
        let conversion = FolderImport(source, for: target, keepsTwins: true, world: world, progress: progress)
        let result = try conversion.run(into: &bundle)
        var opened = try finished(bundle, name, scratch, result.report, result.created, shown, world)
        opened.guessed = result.guessed
        return opened
    }

    private static func json(_ path: String, _ shown: String, _ scratch: String, _ world: World) throws -> ImportSource
    {
        let url = URL(filePath: path)
        let files = try DirectoryFiles(url.deletingLastPathComponent().path)
        let bytes = try files.readWhole(url.lastPathComponent, limit: JSONImport.maximumBytes)
        let name = "\(String(world.random(), radix: 16)).notebundle"
        var bundle = try NewBundle(name, in: scratch, world: world)
        let notes = try JSONNotes(bytes, shown: shown)
        var conversion = JSONImport()
        try conversion.bring(notes, from: shown, into: &bundle)
        var opened = try finished(bundle, name, scratch, conversion.report, nil, shown, world)
        opened.guessed = conversion.guessed
        opened.description = notes.description
        return opened
    }

    private static func finished(
        _ bundle: consuming NewBundle, _ name: String, _ scratch: String, _ report: ImportReport, _ created: Timestamp?,
        _ shown: String, _ world: World
    ) throws -> ImportSource {
        _ = try bundle.finish(
            NotebookDescription(uuid: world.newUUID(), title: "Import", created: created ?? world.now()))
        let files = try DirectoryTree(
            try world.open("\(scratch)/\(name)", .none, .zero), name: shown, now: world.now)
        return ImportSource(notebook: try Notebook(files), files: files, report: report)
    }
}
