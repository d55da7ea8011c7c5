import NotebookFiles
import NotebookText

/// Exports of Joplin: a JEX archive, or a RAW directory.
package struct JoplinFormat: ForeignFormat {
    package let name = "jex"
    package let sources = "Joplin (.jex, RAW)"
    package let looseFiles = LooseFiles(.always)

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard let files = try place.files(request) else { return nil }
        let candidates = files.files.filter { JoplinItem.id(of: $0.path) != nil }
        // A few items are enough to know the format.
        let isKnown = try candidates.prefix(8).contains { file in
            guard let bytes = try files.content(file.path) else { return false }
            return JoplinItem(bytes) != nil
        }
        return isKnown ? JoplinSource(files, candidates.map(\.path), shown: place.shown) : nil
    }
}
