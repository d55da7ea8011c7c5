import NotebookFiles
import NotebookFormat
package import NotebookStore
import NotebookText

/// A table with a row for each item (RFC 4180).
package struct CSVExport: ItemExporter {
    package let name = "csv"
    package let isOneFile = true

    package init() {}

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let own = [
            "uuid", "path", "type", "folder", "title", "created", "modified", "pinned", "tags", "content",
            "attachments",
        ]
        var (keys, seen): ([String], Set<String>) = ([], [])
        try notebook.read(items) { item, bytes in
            for property in try Draft.item(bytes, item.path).properties {
                if seen.insert(property.key).inserted { keys.append(property.key) }
                guard PropertyNotation.value(PropertyNotation.cell(property.value)) != property.value else { continue }
                notebook.losses.lose(
                    .noteChanged, "the property “\(property.key)” became a text", of: item, target: property.key)
            }
        }
        let linked = LinkedBlobs(notebook.manifest)
        var beside = FilesBeside()
        var text = Self.row(own + keys.map { PropertyNotation.column($0, besides: own) })
        try notebook.read(items) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            let title = item.type == .note ? item.title : file.metadata.title ?? ""
            let tags = item.tags.map(\.text)
            // One alone would be cut at its spaces.
            let isCut = tags.count == 1 && tags[0].contains { $0.isWhitespace || $0 == ";" }
            let properties = Dictionary(file.properties.map { ($0.key, $0.value) }) { first, _ in first }
            let values = keys.map { properties[$0].map(PropertyNotation.cell) ?? "" }
            let files = try beside.write(
                linked.blobs(of: file, at: item.path), of: item, in: notebook, to: write)
            let row = [
                item.uuid?.description ?? "", item.path.text, item.type.rawValue, item.folder.text, title,
                "\(item.created)", "\(item.modified)", String(item.isPinned),
                tags.joined(separator: ", ") + (isCut ? "," : ""),
                String(decoding: file.body, as: UTF8.self), files.joined(separator: "\n"),
            ]
            text += Self.row(row + values)
        }
        try write("") { try $0(text) }
        return try beside.leftBehind(items, of: notebook)
    }

    private static func row(_ values: [String]) -> [UInt8] { Array(CSVText.row(values).utf8) }
}
