import NotebookText

/// Files that programs leave behind beside others (Format, clause 14.6).
package enum Leftover {
    /// Whether a file, at a path as it was found, is one: it has such a name, and no place in the document.
    package static func matches(_ path: String) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
        guard LeftoverName.matches(Array(name ?? path.utf8[...])) else { return false }
        guard let path = try? BundlePath(path.composed), let type = FileType(of: path) else { return true }
        return type == .blob && BlobName(path.name) == nil
    }
}
