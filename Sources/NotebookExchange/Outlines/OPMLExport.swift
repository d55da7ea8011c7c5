import ForeignData
import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// An outline with an entry for each item, whose text is its note.
package struct OPMLExport: ItemExporter {
    package let name = "opml"
    package let isOneFile = true

    package init() {}

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let description = notebook.notebook.description
        let newest = items.map(\.modified).max() ?? description.created
        let linked = LinkedBlobs(notebook.manifest)
        var beside = FilesBeside()
        var text: [UInt8] = []
        func put(_ part: String) { text += part.utf8 }
        put(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
            <head><title>\(XMLText.escaped(description.title))</title>\
            <dateCreated>\(MailDate.text(description.created))</dateCreated>\
            <dateModified>\(MailDate.text(newest))</dateModified></head>
            <body>

            """)
        try notebook.read(items) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            notebook.losses.loseValues(of: item, file, and: [.pinned])
            notebook.losses.loseCharacters(of: item, file)
            let files = try beside.write(
                linked.blobs(of: file, at: item.path), of: item, in: notebook, to: write)
            let title = item.type == .note ? item.title : file.metadata.title ?? ""
            let values = [
                ("text", item.title), ("title", title), ("type", OPMLSource.itemType),
                ("kind", item.type.rawValue), ("uuid", item.uuid?.description ?? ""), ("path", item.path.text),
                ("folder", item.folder.text), ("created", MailDate.text(item.created)),
                ("modified", MailDate.text(item.modified)), ("pinned", item.isPinned ? "true" : ""),
                ("category", item.tags.map(\.text).joined(separator: ",")),
                ("_attachments", files.joined(separator: "\n")),
                ("_note", String(decoding: file.body, as: UTF8.self)),
            ]
            let attributes = values.filter { !$0.1.isEmpty || $0.0 == "title" }.map { key, value in
                // A line end in an attribute would become a space.
                let shown = XMLText.escaped(value).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
                return " \(key)=\"\(shown)\""
            }
            put("<outline\(attributes.joined())/>\n")
        }
        put("</body>\n</opml>\n")
        try write("") { try $0(text) }
        return try beside.leftBehind(items, of: notebook)
    }
}
