import Archives
import ForeignData
import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// A JEX archive for Joplin: notes with their notebooks, tags, resources and links.
///
/// The id of a note is its uuid, so that Joplin and our import know it again. All other ids follow from names and
/// digests.
package struct JoplinExport: ItemExporter {
    package let name = "jex"
    package let isOneFile = true

    /// The id of the notebook for items of the top level, where Joplin can have no notes.
    static let rootID = id("folder", "")

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        var blobs: Set<BundlePath> = []
        try write("") { try self.write(items, &blobs, of: notebook, to: $0) }
        return try notebook.leftBehind(items, blobs, hasFolders: true)
    }

    private func write(
        _ items: [Item], _ blobs: inout Set<BundlePath>, of notebook: ExportedNotebook,
        to write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let archive = try ArchiveWriter(.tar, to: PieceSink(write))
        let title = notebook.notebook.description.title
        let created = notebook.notebook.description.created
        func add(_ id: String, _ text: String) throws { try archive.add("\(id).md", bytes: Array(text.utf8)) }
        for folder in folders(items, notebook) {
            let id = Self.id(of: folder)
            let parent = folder.parent.flatMap { $0 == .root ? "" : Self.id(of: $0) } ?? ""
            let item = JoplinWriting(title: folder == .root ? title : String(folder.name), id: id, type: .folder)
            try add(id, item.text(created: created, modified: created, [("parent_id", parent)]))
        }
        var tags: [Tag: [(note: String, date: Timestamp)]] = [:]
        let links = ExportedLinks(notebook)
        try notebook.read(items) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            let id = Self.noteID(item)
            let body = links.body(of: item, file) { path in
                switch FileType(of: path) {
                case .blob:
                    blobs.insert(path)
                    return Self.resourceID(path, notebook).map { ":/\($0)" }
                case .note, .card:
                    return notebook.manifest[path]?.item?.uuid.map { ":/\(Self.digits($0))" }
                default: return nil
                }
            }
            for tag in item.tags { tags[tag, default: []].append((id, item.created)) }
            let writing = JoplinWriting(title: item.title, id: id, type: .note)
            let text = writing.text(
                body: body, created: item.created, modified: item.modified, values(of: item, file, notebook))
            try add(id, text)
        }
        for (tag, notes) in tags.sorted(by: { $0.key.text < $1.key.text }) {
            let id = Self.id("tag", tag.text)
            let item = JoplinWriting(title: tag.text, id: id, type: .tag)
            try add(id, item.text(created: created, modified: created, [("parent_id", "")]))
            for note in notes {
                let pair = Self.id("note_tag", id + note.note)
                let item = JoplinWriting(title: nil, id: pair, type: .noteTag)
                try add(
                    pair, item.text(created: created, modified: created, [("note_id", note.note), ("tag_id", id)]))
            }
        }
        try addResources(blobs.sorted(), notebook, to: archive)
        try archive.finish()
    }

    private func folders(_ items: [Item], _ notebook: ExportedNotebook) -> [FolderPath] {
        var folders: Set<FolderPath> = []
        let empty = notebook.isWhole(items) ? notebook.notebook.description.folders.map(\.path) : []
        for folder in items.map(\.folder) + empty {
            var next: FolderPath? = folder
            while let path = next, path != .root {
                folders.insert(path)
                next = path.parent
            }
        }
        let hasRoot = items.contains { $0.folder == .root }
        return (hasRoot ? [.root] : []) + folders.sorted()
    }

    /// The values of a note besides title, text and dates.
    private func values(
        of item: Item, _ file: ItemFile, _ notebook: ExportedNotebook
    ) -> [(key: String, value: String)] {
        let kept = ["author", "source_url", "latitude", "longitude", "altitude", "todo", "todo_due", "todo_completed"]
        notebook.losses.loseValues(of: item, file, keeping: Set(kept + ["reversed"]))
        func value(_ key: String) -> String { file.property(key)?.value.scalars.first?.text ?? "" }
        func milliseconds(_ key: String) -> String {
            guard let date = Timestamp(asWritten: value(key)) else { return "0" }
            let digits = value(key).parts(between: ".").dropFirst().first?.prefix { ("0"..."9").contains($0) } ?? ""
            return "\(date.secondsSince1970)\(digits.count < 3 ? "000" : digits.prefix(3))"
        }
        func number(_ key: String) -> String { value(key).isEmpty ? "0.00000000" : value(key) }
        var data = item.type == .card ? JoplinItem.cardData : ""
        if item.type == .card, value("reversed") == "true" { data += " reversed" }
        if item.type == .card, file.metadata.title != nil { data += " titled" }
        return [
            ("parent_id", Self.id(of: item.folder)), ("is_conflict", "0"), ("latitude", number("latitude")),
            ("longitude", number("longitude")), ("altitude", number("altitude")), ("author", value("author")),
            ("source_url", value("source_url")), ("is_todo", value("todo") == "true" ? "1" : "0"),
            ("todo_due", milliseconds("todo_due")), ("todo_completed", milliseconds("todo_completed")),
            ("source", "notebundle"), ("source_application", JoplinItem.application),
            ("application_data", data),
            ("order", "0"), ("markup_language", "1"), ("is_shared", "0"),
        ]
    }

    private func addResources(
        _ blobs: [BundlePath], _ notebook: ExportedNotebook, to archive: ArchiveWriter
    ) throws {
        var written: Set<String> = []
        for path in blobs {
            guard let id = Self.resourceID(path, notebook), written.insert(id).inserted,
                let size = notebook.manifest[path]?.size
            else { continue }
            let name = AttachmentName.readable(path)
            let ending = BlobName.fileExtension(of: path.name)
            let date = notebook.notebook.description.created
            let item = JoplinWriting(title: name, id: id, type: .resource)
            let text = item.text(
                created: date, modified: date,
                [
                    ("mime", MediaType.of(path.name)), ("filename", ""), ("file_extension", ending),
                    ("encryption_blob_encrypted", "0"), ("size", String(size)), ("is_shared", "0"),
                ])
            try archive.add("\(id).md", bytes: Array(text.utf8))
            try archive.add(path, of: notebook, as: "resources/\(id)" + (ending.isEmpty ? "" : ".\(ending)"))
        }
    }

    // MARK: Ids

    /// 32 hexadecimal digits that follow from a name.
    private static func id(_ kind: String, _ name: String) -> String {
        MD5.hexadecimal(Array("notebundle\0\(kind)\0\(name)".utf8))
    }

    private static func id(of folder: FolderPath) -> String { id("folder", folder.text) }

    private static func digits(_ uuid: UniqueIdentifier) -> String { uuid.description.replacing("-", with: "") }

    private static func noteID(_ item: Item) -> String { item.uuid.map(digits) ?? id("note", item.path.text) }

    private static func resourceID(_ path: BundlePath, _ notebook: ExportedNotebook) -> String? {
        notebook.manifest[path].map { String("\($0.digest)".prefix(32)) }
    }
}

/// Writes an item of Joplin.
struct JoplinWriting {
    /// The title; `nil` for items that have none.
    let title: String?
    let id: String
    let type: JoplinItem.Kind

    func text(
        body: [UInt8] = [], created: Timestamp, modified: Timestamp, _ values: [(key: String, value: String)]
    ) -> String {
        var lines: [String] = []
        if let title { lines += [title.replacing("\n", with: " "), ""] }
        if !body.isEmpty {
            let text = String(decoding: body, as: UTF8.self)
            lines += [text.hasSuffix("\n") ? String(text.dropLast()) : text, ""]
        }
        func date(_ time: Timestamp) -> String { "\(time)".dropLast() + ".000Z" }
        let dates = [
            ("created_time", date(created)), ("updated_time", date(modified)), ("user_created_time", date(created)),
            ("user_updated_time", date(modified)), ("encryption_cipher_text", ""), ("encryption_applied", "0"),
        ]
        let rows = [("id", id)] + values + dates + [("type_", type.rawValue)]
        lines += rows.map { key, value in "\(key): \(Self.escaped(value))" }
        return lines.joined(separator: "\n")
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\r", with: "\\r")
    }
}
