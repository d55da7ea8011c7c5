import NotebookBundle
import NotebookFormat

extension Session {
    /// The first 100 characters of items, as plain text on one line.
    func previews(_ items: [Item], _ files: any FileTree) throws -> [BundlePath: String] {
        var previews: [BundlePath: String] = [:]
        try files.readItems(Set(items.map(\.path))) { path, bytes in
            previews[path] = (try? ItemFile(bytes))?.preview(maximumCharacters: 100)
        }
        return previews
    }
}
