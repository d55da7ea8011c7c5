package import NotebookFormat
package import NotebookText

/// A file of a notebook, for comparison with another notebook: as it was found, whatever the manifest says.
package struct ComparedFile: Hashable, Sendable {
    /// Its path, in Normalization Form C.
    package let path: BundlePath
    /// Its type; `nil` if a notebook cannot contain it.
    package let type: FileType?
    /// The size in bytes.
    package let size: Int
    /// The digest of the bytes.
    package let digest: Digest
    /// The metadata of a note or card, as in a manifest; `nil` for other files and unreadable items.
    package let item: ItemMetadata?

    /// The title of a note or card; for other files, the name.
    package var title: String { item?.title ?? (type?.isItem == true ? livePath.stem : String(path.name)) }

    /// The path; for files in the trash, the path before deletion.
    package var livePath: BundlePath { TrashedPath(path)?.oldPath ?? path }

    /// Whether it is in the trash.
    package var isInTrash: Bool { TrashedPath(path) != nil }

    /// Whether it is an item outside the trash, at another path than it had.
    package func isMoved(from old: ComparedFile?) -> Bool {
        guard let old, type?.isItem == true, !isInTrash else { return false }
        return path != old.path
    }

    /// Makes the value of its parts.
    package init(path: BundlePath, type: FileType?, size: Int, digest: Digest, item: ItemMetadata?) {
        (self.path, self.type, self.size, self.digest, self.item) = (path, type, size, digest, item)
    }

    /// Makes the value from an entry of a manifest.
    package init(_ entry: Entry) {
        (path, type, size, digest, item) = (entry.path, entry.type, entry.size, entry.digest, entry.item)
    }

    /// A manifest entry for the file; `nil` for a file that a notebook cannot contain.
    package var entry: Entry? { type.map { Entry(path: path, type: $0, size: size, digest: digest, item: item) } }
}

/// The content of a notebook, for a comparison.
package struct ComparedContent: Sendable {
    /// Its description.
    package let description: NotebookDescription
    /// Its files except `notebook.json` and the manifest, in the order of their paths.
    package let files: [ComparedFile]
    /// The manifest that sealing would write if it accepted all files as they are; the existing one if it lists them.
    package let manifest: Manifest

    /// Makes the content of its parts.
    package init(_ description: NotebookDescription, _ files: [ComparedFile], _ manifest: Manifest) {
        (self.description, self.files, self.manifest) = (description, files, manifest)
    }
}
