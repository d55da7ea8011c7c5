import NotebookFiles
import NotebookFormat
package import NotebookText

/// A file that another program wrote, and that no notebook can hold as it is.
package struct UnsealableFile: Hashable, Sendable {
    /// The path as it was found.
    package let path: String
    /// What is wrong with it, as a phrase after the path and a colon.
    package let reason: String
    /// Where in the file; `nil` if its name is wrong.
    package let position: TextPosition?
    /// Whether the other copy’s version took its place, so that it is kept in the trash.
    package var isReplaced = false
    /// The file as it was found; `nil` if its name is wrong.
    package let found: FileFact?
    /// The digest that the manifest lists; `nil` if it does not list the file.
    package let listed: Digest?

    private init(_ path: String, _ reason: String, _ position: TextPosition?, _ found: FileFact?, _ listed: Digest?) {
        (self.path, self.reason, self.position, self.found, self.listed) = (path, reason, position, found, listed)
    }

    /// An item that cannot be read; `nil` for other files.
    package init?(unreadable fact: FileFact, listed: Digest?) {
        guard case .unreadable(let problem, let position)? = fact.item else { return nil }
        self.init(fact.foundPath, problem.message, position, fact, listed)
    }

    /// A file whose name no notebook can hold.
    fileprivate init(path: String, reason: String) { self.init(path, reason, nil, nil, nil) }

    /// Compares all but the facts about the file.
    package static func == (one: Self, other: Self) -> Bool {
        one.path == other.path && one.reason == other.reason && one.position == other.position
            && one.isReplaced == other.isReplaced
    }

    /// Hashes the path.
    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension Inspection {
    /// The items outside the trash that cannot be read.
    package var unreadableItems: [UnsealableFile] {
        files.filter { TrashedPath($0.path) == nil }.compactMap { fact in
            UnsealableFile(unreadable: fact, listed: manifest.value?[fact.path]?.digest)
        }
    }

    /// Leaves out what sealing cannot accept: listed items that cannot be read count as the manifest lists them, and
    /// others are no files of the notebook.
    ///
    /// Without a manifest, nothing is known about them.
    package mutating func leaveOutUnsealable() -> [UnsealableFile] {
        guard let manifest = manifest.value else { return [] }
        var found = unreadableItems
        if !found.isEmpty {
            let left = Set(found.compactMap(\.found?.path))
            files = files.compactMap { fact in
                guard left.contains(fact.path) else { return fact }
                return manifest[fact.path].map {
                    FileFact(path: $0.path, size: $0.size, digest: $0.digest, item: nil, storedPath: fact.storedPath)
                }
            }
        }
        found += otherForms.map {
            UnsealableFile(path: $0.foundPath, reason: "another file has this name in another normal form")
        }
        otherForms = []
        found += unportable.map { UnsealableFile(path: $0.path, reason: "\($0.problem)") }
        found += irregular.map { UnsealableFile(path: $0.path, reason: "is \($0.kind)") }
        (unportable, irregular) = ([], [])
        return found
    }

    /// The second versions that other programs kept, by their names (Format, clause 14.5).
    package var conflictCopies: [FileFact] { files.filter(isConflictCopy) }

    /// Whether a file is a second version that another program kept: it has such a name, and not from its own title.
    package func isConflictCopy(_ fact: FileFact) -> Bool {
        guard TrashedPath(fact.path) == nil, ConflictCopy.matches(fact.path) else { return false }
        guard let item = fact.item?.readable, let title = item.metadata.title ?? item.firstLine,
            ConflictCopy.isNamed(fact.path, after: title)
        else { return true }
        guard let uuid = uuid(of: fact) else { return false }
        return files.contains { $0.path != fact.path && TrashedPath($0.path) == nil && self.uuid(of: $0) == uuid }
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
        guard let manifest = manifest.value, manifest[fact.path] == nil,
            let uuid = fact.item?.readable?.metadata.uuid,
            let original = ConflictCopy.possibleOriginal(of: fact.path)
        else { return false }
        return manifest[original]?.item?.uuid == uuid
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
