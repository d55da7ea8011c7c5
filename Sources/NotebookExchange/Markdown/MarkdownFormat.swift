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
        let folder = try SourceFolder(place.path, shown: place.shown)
        let facts = Self.facts(inspection)
        let taken = Set(facts.map(\.path.text))
        // Notes that are no items as they are, by their names or their texts, are imported as those of any folder.
        place.cache.isExport = true
        place.cache.notes = Set(folder.notes.map(\.text)).subtracting(taken)
        var report = ImportReport()
        report.leftOut = folder.excluded.map { .init(path: $0.path, text: $0.reason, isDamage: $0.isDamage) }
        report.leftOut += folder.others.filter { !taken.contains($0.text) }.map {
            .init(path: $0.text, text: "not a file of a notebook")
        }
        report.leftOut += inspection.otherForms.map { file in
            .init(
                path: file.foundPath, text: "another file has this name in another Unicode normalization; rename one",
                isDamage: true)
        }
        report.leftOut.sort { $0.path < $1.path }
        let manifest = Manifest(of: facts, notebookCreated: description.created)
        let notebook = NotebookListing(
            name: place.shown, manifest: manifest, description: description, fingerprint: Digest.of(manifest.text))
        return ImportSource(notebook: notebook, files: files, report: report, description: description)
    }

    /// The files that a notebook can have: items that can be read, whose names all systems can distinguish, and others.
    private static func facts(_ inspection: Inspection) -> [FileFact] {
        var keys: Set<ComparisonKey> = []
        return inspection.files.filter { fact in
            guard FileType(of: fact.path) != nil else { return false }
            if case .unreadable? = fact.item { return false }
            return keys.insert(fact.path.key).inserted
        }
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
