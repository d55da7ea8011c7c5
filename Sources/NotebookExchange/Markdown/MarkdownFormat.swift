import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// The files of a notebook as they are, in its folders, with their attachments and `notebook.json`.
package struct MarkdownFormat: ItemImporter, ItemExporter {
    package let sources = "exports"
    package let name = "markdown"
    package let isOneFile = false

    /// Opens an exported folder: one with a `notebook.json`, but without a manifest.
    package func open(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)? {
        guard place.isDirectory else { return nil }
        let environment = request.environment
        let files = try DirectoryTree(try environment.openToRead(place.path), name: place.shown, now: environment.now)
        guard let bytes = try files.content(of: .notebook, limit: NotebookDescription.maximumBytes),
            let description = try? NotebookDescription(bytes)
        else { return nil }
        let inspection = try Inspector(files).inspect()
        var report = ImportReport()
        func leave(_ path: String, _ reason: String, isDamage: Bool = false) {
            report.leftOut.append(.init(path: path, text: reason, isDamage: isDamage))
        }
        for fact in inspection.files {
            if case .unreadable(let problem, let position)? = fact.item {
                leave(fact.path.text, "not a valid item: line \(position.line): \(problem.message)", isDamage: true)
            } else if FileType(of: fact.path) == nil {
                leave(fact.path.text, "not a file of a notebook")
            }
        }
        for file in inspection.unportable { leave(file.path, "its path is not portable: it \(file.problem.phrase)") }
        for file in inspection.irregular {
            leave(file.path, file.kind == .symbolicLink ? "is a symbolic link" : "is a special file")
        }
        report.leftOut.sort { $0.path < $1.path }
        let facts = inspection.files.filter { FileType(of: $0.path) != nil }
        let manifest = Manifest(of: facts, notebookCreated: description.created)
        let notebook = NotebookListing(
            name: place.shown, manifest: manifest, description: description, fingerprint: Digest.of(manifest.text))
        return ImportSource(notebook: notebook, files: files, report: report, description: description)
    }

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let carried = CarriedBlobs(notebook.manifest)
        var blobs: Set<BundlePath> = []
        try write(BundlePath.notebook.text) { try $0(try notebook.description(for: items).text) }
        try notebook.read(items) { item, bytes in
            blobs.formUnion(carried.blobs(of: try Draft.item(bytes, item.path), at: item.path))
            try write(item.livePath.text) { try $0(bytes) }
        }
        for blob in blobs.sorted() {
            try write(blob.text) { write in try notebook.stream(blob, write) }
        }
        let places = try AttachmentPaths(notebook.files).of(blobs)
        if !places.isEmpty { try write(BundlePath.attachmentPlaces.text) { try $0(try places.text()) } }
        return try notebook.leftBehind(items, blobs, hasDescription: true)
    }
}
