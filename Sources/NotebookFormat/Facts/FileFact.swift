/// What one pass over a notebook found out about a file.
package struct FileFact: Sendable {
    /// Where the file stands, in Normalization Form C.
    package let path: BundlePath
    /// What the file is; `nil` if no file of the document can have its path.
    package let type: FileType?
    /// The size in bytes.
    package let size: Int
    /// The digest of the bytes.
    package let digest: Digest
    /// What an item says; `nil` for other files.
    package let item: ItemFact?
    /// The path as it is stored, where that is in another normalisation (Format, clause 5.5).
    package let storedPath: String?
    /// The first bytes of a blob, which tell what it is; empty for other files.
    let head: [UInt8]

    /// The path as it is stored, in whatever normalisation.
    package var foundPath: String { storedPath ?? path.text }

    /// How many of a blob's first bytes are wanted.
    package static let headLength = MediaSignature.headLength

    /// What to do where the content is not what the manifest lists; `nil` where that can be sealed.
    ///
    /// A blob never changes: whatever is done to one makes another.
    var remedyOfChange: Remedy? {
        guard type == .blob, let name = BlobName(path.name), !name.matches(digest) else { return nil }
        return "take the file from a copy; if the change is wanted, attach the changed file anew and link to that"
    }

    /// A fact; the type follows from the path.
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
