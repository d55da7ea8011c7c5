package import NotebookFormat

extension DirectoryTree {
    /// How many listed files have another size, or are gone: a look at the directory alone, without reading a file.
    package func countOutsideChanges(_ manifest: Manifest) throws -> Int {
        var count = 0
        for entry in manifest.entries where try size(of: entry.path) != entry.size { count += 1 }
        return count
    }
}
