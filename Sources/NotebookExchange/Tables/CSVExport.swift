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
        let later = KnownKey.allCases.filter { $0 != .uuid }
        let own = ["uuid", "path", "type", "folder"] + later.map(\.rawValue) + ["content", "attachments"]
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
            notebook.losses.loseUnreadable(of: item, file)
            let properties = Dictionary(file.properties.map { ($0.key, $0.value) }) { first, _ in first }
            let values = keys.map { properties[$0].map(PropertyNotation.cell) ?? "" }
            let files = try beside.write(
                linked.blobs(of: file, at: item.path), of: item, in: notebook, to: write)
            let place = [Self.cell(.uuid, item, file), item.path.text, item.type.rawValue, item.folder.text]
            let content = [String(decoding: file.body, as: UTF8.self), files.joined(separator: "\n")]
            text += Self.row(place + later.map { Self.cell($0, item, file) } + content + values)
        }
        try write("") { try $0(text) }
        return try beside.leftBehind(items, of: notebook)
    }

    private static func cell(_ key: KnownKey, _ item: Item, _ file: ItemFile) -> String {
        switch key {
        case .uuid: return item.uuid?.description ?? ""
        case .title: return item.type == .note ? item.title : file.metadata.title ?? ""
        case .created: return "\(item.created)"
        case .modified: return "\(item.modified)"
        case .pinned: return String(item.isPinned)
        case .tags:
            let tags = item.tags.map(\.text)
            // One alone would be cut at its spaces.
            let isCut = tags.count == 1 && tags[0].contains { $0.isWhitespace || $0 == ";" }
            return tags.joined(separator: ", ") + (isCut ? "," : "")
        }
    }

    private static func row(_ values: [String]) -> [UInt8] { Array(CSVText.row(values).utf8) }
}
