import NotebookFormat
package import NotebookStore
import NotebookText

/// Only the texts of items, one file for each.
package struct TextFormat: ItemExporter {
    package let name = "text"
    package let isOneFile = false

    /// Reports nothing: this format always leaves out everything except the text.
    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        var names = UniqueNames()
        try notebook.read(items) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            let name = names.unique(item.shortPath, ending: ".txt")
            try write(name) { try $0(Array(file.body)) }
        }
        return []
    }
}
