package import NotebookFiles
package import NotebookFormat
package import NotebookText

/// The facts that an inspection collects about a file.
package struct FileFact: Sendable {
    /// The path of the file, in Normalization Form C.
    package let path: BundlePath
    /// The type of the file; `nil` if the format allows no file at its path.
    package let type: FileType?
    /// The size in bytes.
    package let size: Int
    /// The digest of the bytes.
    package let digest: Digest
    /// The values of an item; `nil` for other files.
    package let item: ItemFact?
    /// The path as it is stored, if it is not in Normalization Form C (Format, clause 5.5).
    package let storedPath: String?
    /// The first bytes of a blob, which show its type; empty for other files.
    package let head: [UInt8]

    /// The path as it is stored, in whatever normalisation.
    package var foundPath: String { storedPath ?? path.text }

    /// The place of the file on the disk, in whatever normalisation.
    package var place: DiskPath { DiskPath(foundPath) }

    /// How many of a blob's first bytes are kept.
    package static let headLength = MediaSignature.headLength

    /// What to do if the content does not match the manifest; `nil` if the change can be sealed.
    ///
    /// A blob never changes: other bytes make a new blob.
    package var remedyOfChange: Remedy? {
        guard type == .blob, let name = BlobName(path.name), !name.matches(digest) else { return nil }
        return "restore the file from a backup; if the change is wanted, attach the changed file again and link to that"
    }

    /// Makes a fact; the path determines the type.
    package init(
        path: BundlePath, size: Int, digest: Digest, item: ItemFact?, storedPath: String? = nil, head: [UInt8] = []
    ) {
        self.path = path
        type = FileType(of: path)
        self.size = size
        self.digest = digest
        self.item = item
        self.storedPath = storedPath
        self.head = head
    }
}
