import NotebookText

/// Files that programs leave behind beside others (Format, clause 14.6).
package enum Leftover {
    /// Whether a file, at a path as it was found, is one: it has such a name, and no place in the document, or the name
    /// of an owner file, which has the ending of the document that somebody has open.
    package static func matches(_ path: String) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
        let bytes = Array(name ?? path.utf8[...])
        guard LeftoverName.matches(bytes) else { return false }
        if LeftoverName.isOwnerFile(bytes) { return true }
        guard let path = try? BundlePath(path.composed), let type = FileType(of: path) else { return true }
        return type == .blob && BlobName(path.name) == nil
    }
}
