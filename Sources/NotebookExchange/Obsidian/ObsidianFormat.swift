import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// An Obsidian vault: items in their folders, attachments under their own names at their original places, and links
/// that work there.
package struct ObsidianFormat: ItemExporter {
    package let name = "obsidian"
    package let isOneFile = false

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let isWhole = notebook.isWhole(items)
        var blobs: Set<BundlePath> = []
        let carried = CarriedBlobs(notebook.manifest)
        try notebook.read(items) { item, bytes in
            blobs.formUnion(carried.blobs(of: try Draft.item(bytes, item.path), at: item.path))
        }
        let extras = isWhole ? notebook.manifest.entries(below: .importedExtras).map(\.path) : []
        let paths = VaultPaths(
            items, blobs: blobs.sorted(), extras: extras, try AttachmentPaths(notebook.files))
        let links = VaultLinks(notebook.manifest, paths)
        let files = Dictionary(grouping: paths.files, by: \.origin)
        var rewritten: [String: String] = [:]
        var dates = UnwrittenDates()
        try notebook.read(items) { item, bytes in
            let text = try Draft.item(bytes, item.path)
            for file in files[item.path] ?? [] {
                let linked = try links.item(text, file, rewritten: &rewritten)
                dates.record(item, linked, at: file.text)
                try write(file.text) { try $0(linked.bytes) }
            }
        }
        for file in paths.files where FileType(of: file.origin)?.isItem != true {
            try write(file.text) { write in try notebook.stream(file.origin, write) }
        }
        let record = VaultRecord(
            try notebook.description(for: items),
            cards: Set(items.filter { $0.type == .card }.compactMap(\.uuid)),
            attachments: Set(
                paths.files.filter { FileType(of: $0.origin) == .blob && SourceFolder.File.isNote($0.name) }.map(\.text)
            ),
            extras: Set(paths.files.filter { FileType(of: $0.origin) == .extra }.map(\.text)),
            names: Self.names(paths.files), links: rewritten, dates: dates)
        try write(VaultRecord.path) { try $0(try record.text()) }
        return try notebook.leftBehind(items, Set(paths.files.map(\.origin)), hasDescription: true)
    }

    /// The original names of renamed files, by their paths in the vault.
    private static func names(_ files: [VaultFile]) -> [String: String] {
        let pairs = files.compactMap { file -> (String, String)? in
            let name = BlobName(file.origin.name)?.readableName ?? String(file.origin.name)
            return FileType(of: file.origin) == .extra || name.isIdentical(to: file.name) ? nil : (file.text, name)
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
