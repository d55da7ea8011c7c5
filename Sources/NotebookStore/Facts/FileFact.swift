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

extension Entry {
    /// The entry of a file, made from the facts about it; `nil` if the file cannot be part of a document.
    ///
    /// - Parameter notebookCreated: `created` of the notebook, the default for items without that date.
    package init?(_ fact: FileFact, notebookCreated: Timestamp) {
        guard let type = fact.type else { return nil }
        var metadata: ItemMetadata?
        if type.isItem {
            guard let item = fact.item?.readable else { return nil }
            metadata = item.metadata.listed(
                stem: fact.path.stem, firstLine: item.firstLine, notebookCreated: notebookCreated)
        }
        self.init(path: fact.path, type: type, size: fact.size, digest: fact.digest, item: metadata)
    }
}

extension ItemMetadata {
    /// The values of an entry, without defaults (Format, clause 13.2).
    func listed(stem: String, firstLine: String?, notebookCreated: Timestamp) -> ItemMetadata {
        var listed = self
        let shown = title ?? firstLine
        listed.title = shown?.isIdentical(to: stem) == true ? nil : shown
        let created = created ?? notebookCreated
        listed.created = created == notebookCreated ? nil : created
        listed.modified = modified == created ? nil : modified
        return listed
    }
}

extension Manifest {
    /// The manifest of some files: a pure function of the facts about them (Format, clause 13.4).
    ///
    /// Leaves out files that cannot be part of a document.
    package init(of files: [FileFact], notebookCreated: Timestamp) {
        self.init(files.compactMap { Entry($0, notebookCreated: notebookCreated) })
    }
}
