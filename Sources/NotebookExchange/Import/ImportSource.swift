package import Archives
import Foundation
package import NotebookBundle
import NotebookFormat

/// Something that items come from, opened as a notebook: a notebook, an export, a folder of notes, a note, or JSON.
package struct ImportSource {
    /// The items as a notebook has them.
    package let notebook: Notebook
    /// Its files.
    package let files: any FileTree
    /// What was changed on the way, and what stayed out.
    package let report: ImportReport

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - shown: What messages call it.
    ///   - scratch: A directory for what has to be converted first.
    ///   - unlock: Gives an archive its password, if it needs one.
    /// - Throws: `ImportFailure`, or what keeps it from being read.
    package static func open(
        _ path: String, shown: String, scratch: String, world: World, progress: any NotebookBundle.Progress,
        unlock: (ArchiveSource) throws -> ArchiveSource = { $0 }
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
            if lower.hasSuffix(".notebundle") { return try notebook(try tree(path, shown, world), world) }
            if isExport(path) { return try export(try tree(path, shown, world), world) }
            return try folder(try SourceFolder(path, shown: shown), shown, scratch, world, progress)
        }
        if lower.hasSuffix(".json") { return try json(path, shown, scratch, world) }
        if [".md", ".markdown", ".txt"].contains(where: { lower.hasSuffix($0) }) {
            var source = try SourceFolder(url.deletingLastPathComponent().path, shown: shown, isDeep: false)
            source.keepOnly(note: url.lastPathComponent.composed)
            return try folder(source, shown, scratch, world, progress)
        }
        let archive = try ListedTree(try ArchiveTree(try unlock(ArchiveSource(path: path)), name: shown))
        return try notebook(archive, world)
    }

    private static func tree(_ path: String, _ shown: String, _ world: World) throws -> DirectoryTree {
        try DirectoryTree(try world.open(path, .shared, .seconds(10)), name: shown, now: world.now)
    }

    private static func notebook(_ tree: some FileTree, _ world: World) throws -> ImportSource {
        ImportSource(notebook: try Notebook(tree), files: tree, report: ImportReport())
    }

    /// Whether a directory has the layout of a notebook without being one: what ‘export’ writes.
    private static func isExport(_ path: String) -> Bool {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }
        let known: Set<String> = ["notes", "cards", "blobs"]
        return !names.isEmpty && names.allSatisfy(known.contains)
            && (names.contains("notes") || names.contains("cards"))
    }

    /// The files of an export, with a manifest that is made of them.
    private static func export(_ tree: DirectoryTree, _ world: World) throws -> ImportSource {
        let inspection = try Inspector(tree).inspect()
        var report = ImportReport()
        for fact in inspection.files {
            guard case .unreadable(let problem, let position)? = fact.item else { continue }
            report.leftOut.append(
                .init(path: fact.path.text, text: "cannot be an item: line \(position.line): \(problem.message)"))
        }
        let created = world.now()
        let manifest = Manifest(of: inspection.files, notebookCreated: created)
        let description = NotebookDescription(uuid: world.newUUID(), title: tree.name, created: created)
        let notebook = Notebook(
            name: tree.name, manifest: manifest, description: description, fingerprint: Digest.of(manifest.text))
        return ImportSource(notebook: notebook, files: tree, report: report)
    }

    /// A folder of notes, converted into a notebook in the scratch directory.
    private static func folder(
        _ source: SourceFolder, _ shown: String, _ scratch: String, _ world: World,
        _ progress: any NotebookBundle.Progress
    ) throws -> ImportSource {
        guard !source.notes.isEmpty else { throw NotebookError.noNotes(shown) }
        let name = "\(String(world.random(), radix: 16)).notebundle"
        var bundle = try NewBundle(name, in: scratch, world: world)
        let conversion = FolderImport(
            source, takesExtras: false, world: world, progress: progress,
            identify: { DerivedIdentifier.of($0.text, in: "folder:" + source.name) })
        let result = try conversion.run(into: &bundle)
        return try finished(bundle, name, scratch, result.report, result.created, shown, world)
    }

    private static func json(_ path: String, _ shown: String, _ scratch: String, _ world: World) throws -> ImportSource
    {
        let url = URL(filePath: path)
        let files = try DirectoryFiles(url.deletingLastPathComponent().path)
        let bytes = try files.readWhole(url.lastPathComponent, limit: 1 << 30)
        let name = "\(String(world.random(), radix: 16)).notebundle"
        var bundle = try NewBundle(name, in: scratch, world: world)
        var report = ImportReport()
        var taken: Set<ComparisonKey> = []
        for (index, note) in try JSONNotes.read(bytes, shown: shown).enumerated() {
            let origin = "\(url.lastPathComponent) \(index + 1)"
            do {
                try JSONPlace.write(
                    note, try note.item(origin: origin, source: url.lastPathComponent), &taken, &bundle)
            } catch let problem as TextProblem {
                report.leftOut.append(.init(path: origin, text: "cannot be an item: \(problem.message)"))
            }
        }
        return try finished(bundle, name, scratch, report, nil, shown, world)
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
