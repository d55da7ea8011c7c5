import NotebookFiles
import NotebookFormat

/// Reads items of a draft, many at a time and on any core, without making the commit depend on them.
struct DraftReader: Sendable {
    let files: any FileOperations
    /// Where the draft has written the content of files.
    let staged: [BundlePath: DiskPath]

    /// The contents of items; `nil` for one that is gone or too long.
    func contents(of paths: [BundlePath]) throws -> [[UInt8]?] {
        let limit = ItemFile.maximumBytes
        let inPlace = try DirectoryReader(files: files).contents(of: paths, limit: limit)
        return try zip(paths, inPlace).map { path, content in
            if let content, staged[path] == nil { return content }
            let place = staged[path] ?? DiskPath(path)
            guard try files.status(place) != nil else { return nil }
            let bytes = try files.content(of: place, limit: limit)
            return bytes.count <= limit ? bytes : nil
        }
    }
}
