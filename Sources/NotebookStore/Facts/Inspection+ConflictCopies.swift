import NotebookFiles
import NotebookFormat
import NotebookText

extension Inspection {
    /// The second versions that other programs kept, by their names (Format, clause 14.5).
    package var conflictCopies: [FileFact] { files.filter(isConflictCopy) }

    /// Whether a file is a second version that another program kept: it has such a name, and not from its own title.
    package func isConflictCopy(_ fact: FileFact) -> Bool {
        SecondVersion.isNamed(fact.path, text: { text(of: fact) }) { uuid in
            files.contains { $0.path != fact.path && TrashedPath($0.path) == nil && self.uuid(of: $0) == uuid }
        }
    }

    private func text(of fact: FileFact) -> SecondVersion.Text? {
        fact.item?.readable.map { ($0.metadata.uuid, $0.metadata.title ?? $0.firstLine) }
    }

    /// The conflict copies of attachments with another content, of which only a part may be there.
    package var alteredAttachments: [FileFact] {
        files.filter { fact in
            guard fact.type == .blob, let original = ConflictCopy.original(of: fact.path) else { return false }
            return BlobName(original.name)?.matches(fact.digest) == false
        }
    }

    /// Whether a file is a second version by its name, or is not listed and has the uuid of the item after which it is
    /// named.
    package func isSecondVersion(_ fact: FileFact) -> Bool {
        if isConflictCopy(fact) { return true }
        guard let manifest = manifest.value, manifest[fact.path] == nil else { return false }
        return SecondVersion.isBeside(fact.path, listed: { manifest[$0]?.item?.uuid }, text: { text(of: fact) })
    }

    private func uuid(of fact: FileFact) -> UniqueIdentifier? {
        if let item = fact.item { return item.readable?.metadata.uuid }
        return manifest.value?[fact.path]?.item?.uuid
    }

    /// Reads the items with names of conflict copies that were not read so far, because their titles decide.
    mutating func readConflictCopies(in tree: DirectoryTree) {
        for (index, fact) in files.enumerated() where fact.item == nil {
            guard let type = fact.type, type.isItem, ConflictCopy.matches(fact.path),
                let bytes = try? tree.content(of: fact.path, limit: ItemFile.maximumBytes)
            else { continue }
            files[index] = FileFact(
                path: fact.path, size: fact.size, digest: fact.digest, item: ItemFact(bytes, type: type),
                storedPath: fact.storedPath)
        }
    }
}
