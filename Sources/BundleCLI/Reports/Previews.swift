import NotebookBundle
import NotebookFormat

extension Session {
    /// The first 100 characters of items, as plain text on one line.
    func previews(_ items: [Item], _ files: any FileTree) throws -> [BundlePath: String] {
        var previews: [BundlePath: String] = [:]
        for item in items {
            guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes),
                let file = try? ItemFile(bytes)
            else { continue }
            previews[item.path] = file.preview(maximumCharacters: 100)
        }
        return previews
    }
}
