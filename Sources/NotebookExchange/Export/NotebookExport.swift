package import NotebookStore
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The forms in which items are exported.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// One text with everything: the notebook's own description, items, front matter of other applications, attachments.
    case json
    /// The files as they are, in the folders of the notebook, with their attachments and `notebook.json`.
    case markdown
    /// The texts alone, one file for each item.
    case text
}

/// Writes items of a notebook in a form that other programs read.
package struct NotebookExport {
    private let notebook: Notebook
    private let files: any FileTree

    /// An export of a notebook.
    package init(_ notebook: Notebook, _ files: any FileTree) {
        self.notebook = notebook
        self.files = files
    }

    /// The items as JSON, one after the other, behind what the notebook says of itself; and what stays behind, in words.
    package func json(_ items: [Item]) throws -> (text: [UInt8], leftBehind: [String]) {
        var notes: [BundlePath: JSONNote] = [:]
        let carried = CarriedBlobs(notebook.manifest)
        var written: Set<BundlePath> = []
        let byPath = Self.byPath(items)
        try files.readItems(Set(byPath.keys)) { path, bytes in
            guard let item = byPath[path] else { return }
            let file = try Draft.item(bytes, path)
            let blobs = carried.blobs(of: file, at: path).filter { written.insert($0).inserted }
            notes[path] = try note(item, file, blobs)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        let array = try encoder.encode(items.compactMap { notes[$0.path] })
        let description = description(for: items).text.dropLast()
        let text =
            Array("{\n\"notebook\": ".utf8) + description + Array(",\n\"items\": ".utf8) + array + Array("\n}\n".utf8)
        return (text, leftBehind(items, written))
    }

    /// What stays behind of a notebook of which everything was meant.
    private func leftBehind(_ items: [Item], _ written: Set<BundlePath>) -> [String] {
        items.count < notebook.items.count ? [] : notebook.leftBehind(besides: written)
    }

    private static func byPath(_ items: [Item]) -> [BundlePath: Item] {
        Dictionary(items.map { ($0.path, $0) }) { first, _ in first }
    }

    /// What an export of some items says of their notebook: everything if these are all, else what decorates their folders
    /// and tags.
    private func description(for items: [Item]) -> NotebookDescription {
        var description = notebook.description
        guard items.count < notebook.items.count else { return description }
        description.folders.removeAll { row in !items.contains { $0.folder.isInside(row.path) } }
        description.tags.removeAll { row in !items.contains { $0.hasTag(row.name) } }
        description.smartFolders = []
        return description
    }

    private func note(_ item: Item, _ file: ItemFile, _ blobs: [BundlePath]) throws -> JSONNote {
        var note = JSONNote()
        note.id = item.uuid?.description
        note.kind = item.type.rawValue
        note.path = item.livePath.text
        note.folder = item.folder.text.isEmpty ? nil : item.folder.text
        note.title = item.title
        note.createdAt = JSONDate(item.created)
        note.modifiedAt = JSONDate(item.modified)
        note.isPinned = item.isPinned
        note.tags = item.tags.map(\.text)
        note.source = String(decoding: file.bytes, as: UTF8.self)
        note.content = String(decoding: file.body, as: UTF8.self)
        if item.type == .card {
            let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
            note.front = String(decoding: file.bytes[sides.front], as: UTF8.self)
            note.back = sides.back.map { String(decoding: file.bytes[$0], as: UTF8.self) }
        }
        note.attachments = try blobs.map { path in
            var data = Data()
            _ = try files.stream(path) { data += $0 }
            return JSONNote.File(path: path.text, data: data)
        }
        if note.attachments?.isEmpty == true { note.attachments = nil }
        return note
    }

    /// The files of an export as Markdown or text: their paths, and how each is written; gives what stays behind, in words.
    package func write(
        _ items: [Item], as format: ExportFormat,
        to write: (_ path: String, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws -> Void
    ) throws -> [String] {
        let carried = CarriedBlobs(notebook.manifest)
        var blobs: Set<BundlePath> = []
        var taken: Set<ComparisonKey> = []
        let byPath = Self.byPath(items)
        if format == .markdown { try write(BundlePath.notebook.text) { try $0(description(for: items).text) } }
        try files.readItems(Set(byPath.keys)) { path, bytes in
            guard let item = byPath[path] else { return }
            let file = try Draft.item(bytes, path)
            guard format == .text else {
                blobs.formUnion(carried.blobs(of: file, at: path))
                return try write(item.livePath.text) { try $0(bytes) }
            }
            let name = PortableName.unique(item.shortPath, ending: ".txt") { !taken.insert(ComparisonKey($0)).inserted }
            try write(name) { try $0(Array(file.body)) }
        }
        for blob in blobs.sorted() {
            try write(blob.text) { write in _ = try files.stream(blob, write) }
        }
        // Of a text, everything but the words stays behind: ‘--help’ says so.
        return format == .text ? [] : leftBehind(items, blobs)
    }
}
