import NotebookFormat
import NotebookMerging

extension ComparedFile {
    /// Whether it is an attachment in use whose name is not the one of its content.
    var isMisnamed: Bool { type == .blob && !isInTrash && BlobName(path.name)?.matches(digest) != true }

    /// Its path, or that of an attachment with a name that belongs to its content.
    var properPath: BundlePath {
        guard isMisnamed else { return path }
        let name = (ConflictCopy.original(of: path) ?? path).name
        let proper =
            BlobName(spoiled: path.name, digest: digest)
            ?? BlobName(BlobName(name)?.readableName ?? String(name), digest: digest)
        return (try? BundlePath("blobs/\(proper)")) ?? path
    }

    /// Whether it is an attachment with another content than its name says.
    var isDamaged: Bool { type == .blob && !(BlobName(path.name)?.matches(digest) ?? true) }
}
