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

    /// A conflict copy of `manifest.json` or `notebook.json` that cannot be read; `nil` for other files.
    ///
    /// - Parameter uuid: That of the notebook, if it is known.
    package init?(copy fact: FileFact, _ bytes: [UInt8], of uuid: UniqueIdentifier?) {
        guard ConflictCopy.isOfOwnFile(fact.path), let original = ConflictCopy.original(of: fact.path) else {
            return nil
        }
        do throws(TextProblem) {
            if original == .manifest {
                _ = try Manifest(bytes)
            } else if case let other = try NotebookDescription(bytes).uuid, let uuid, other != uuid {
                self.init(fact.foundPath, "it belongs to another notebook", nil, fact, nil)
                return
            }
            return nil
        } catch {
            let problem = JSONText.problem(in: bytes, met: error)
            self.init(fact.foundPath, problem.message, problem.position(in: bytes), fact, nil)
        }
    }

    /// An attachment that another program changed in its place, kept in the trash.
    package init(replacing fact: FileFact, listed: Digest) {
        self.init(fact.foundPath, "another program changed this attachment", nil, fact, listed)
        isReplaced = true
    }

    /// A file whose name no notebook can hold.
    fileprivate init(path: String, reason: String, _ found: FileFact? = nil, listed: Digest? = nil) {
        self.init(path, reason, nil, found, listed)
    }

    /// Whether somebody misses what it holds: a text, or a version of one of the notebook’s own files.
    package var isMissed: Bool {
        path.ends(in: ".md") || isCopyOfOwnFile || found.flatMap { ConflictCopy.type(of: $0.path) }?.isItem == true
    }

    /// Whether it is a conflict copy of `manifest.json` or `notebook.json`.
    package var isCopyOfOwnFile: Bool { found.map { ConflictCopy.isOfOwnFile($0.path) } ?? false }

    /// Compares all but the facts about the file.
    package static func == (one: Self, other: Self) -> Bool {
        one.path == other.path && one.reason == other.reason && one.position == other.position
            && one.isReplaced == other.isReplaced
    }

    /// Hashes the path.
    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension Inspection {
    /// The items outside the trash that cannot be read; one that took the place of an item which was moved is not listed.
    package var unreadableItems: [UnsealableFile] {
        guard !isAsListed else { return [] }
        let moved = movedUUIDs
        return files.filter { $0.item != nil && TrashedPath($0.path) == nil }.compactMap { fact in
            let listed = isReplaced(fact, moved) ? nil : manifest.value?[fact.path]?.digest
            return UnsealableFile(unreadable: fact, listed: listed)
        }
    }

    /// The uuids of the items outside the trash that are not where the manifest lists them.
    private var movedUUIDs: Set<UniqueIdentifier> {
        Set(
            files.lazy.filter { TrashedPath($0.path) == nil }.compactMap { fact in
                guard let uuid = fact.item?.readable?.metadata.uuid else { return nil }
                return uuid == self.manifest.value?[fact.path]?.item?.uuid ? nil : uuid
            })
    }

    /// Whether another file took the place of a listed item that was moved.
    private func isReplaced(_ fact: FileFact, _ moved: Set<UniqueIdentifier>) -> Bool {
        guard let uuid = manifest.value?[fact.path]?.item?.uuid else { return false }
        return fact.item?.readable?.metadata.uuid != uuid && moved.contains(uuid)
    }

    /// Leaves out what sealing cannot accept: listed items that cannot be read count as the manifest lists them, and
    /// others are no files of the notebook.
    ///
    /// Without a manifest, nothing is known about them.
    ///
    /// - Parameters:
    ///   - listed: The files that conflict copies of the manifest list.
    ///   - leavesTwins: Whether to leave out files whose names differ from others only in their normal form: which of the
    ///     two was meant, only a person knows.
    package mutating func leaveOutUnsealable(
        besides listed: CarriedListings = CarriedListings(), twins leavesTwins: Bool
    ) -> [UnsealableFile] {
        guard let manifest = manifest.value else { return [] }
        var found = unreadableItems
        if !found.isEmpty {
            let listed = Dictionary(found.compactMap { file in file.found.map { ($0.path, file.listed) } }) {
                first, _ in first
            }
            files = files.compactMap { fact in
                guard let digest = listed[fact.path] else { return fact }
                guard digest != nil, let entry = manifest[fact.path] else { return nil }
                return FileFact(
                    path: entry.path, size: entry.size, digest: entry.digest, item: nil, storedPath: fact.storedPath)
            }
        }
        if leavesTwins {
            found += otherForms.map {
                UnsealableFile(path: $0.foundPath, reason: "another file has this name in another normal form")
            }
            otherForms = []
        }
        found += leaveOutCollisions(manifest, listed)
        found += unportable.map { UnsealableFile(path: $0.path, reason: "\($0.problem)") }
        let behind = behindLinks(manifest)
        let links = Set(behind.map(\.path))
        found += irregular.filter { !links.contains($0.path) }
            .map { UnsealableFile(path: $0.path, reason: "is \($0.kind)") }
        found += behind
        (unportable, irregular) = ([], [])
        return found
    }

    /// The listed files that are behind links or special files, or have become some; they count as they are listed.
    private mutating func behindLinks(_ manifest: Manifest) -> [UnsealableFile] {
        let links = irregular.map { (path: $0.path, composed: $0.path.composed, reason: "is \($0.kind)") }
        guard !links.isEmpty else { return [] }
        let present = Set(files.map(\.path))
        var left: [UnsealableFile] = []
        for entry in manifest.entries where !present.contains(entry.path) {
            let path = entry.path.text
            guard let link = links.first(where: { path == $0.composed || path.begins(with: $0.composed + "/") }) else {
                continue
            }
            let fact = FileFact(path: entry.path, size: entry.size, digest: entry.digest, item: nil)
            files.append(fact)
            left.append(UnsealableFile(path: link.path, reason: link.reason, fact, listed: entry.digest))
        }
        files.sort { $0.path < $1.path }
        return left
    }

    /// The second versions that other programs kept, by their names (Format, clause 14.1).
    package var conflictCopies: [FileFact] { namedAsConflictCopies.filter(isConflictCopy) }

    /// The paths of files that have names of conflict copies, or are among others.
    func paths(ofConflictCopiesOr others: Set<BundlePath>) -> [BundlePath] {
        let copies = namedAsConflictCopies.map(\.path)
        guard !others.isEmpty else { return copies }
        let wanted = others.union(copies)
        return files.map(\.path).filter(wanted.contains)
    }

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
        namedAsConflictCopies.filter { fact in
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
        let copies = Set(namedAsConflictCopies.filter { $0.item == nil && $0.type?.isItem == true }.map(\.path))
        guard !copies.isEmpty else { return }
        for (index, fact) in files.enumerated() where copies.contains(fact.path) {
            guard let type = fact.type,
                let bytes = try? tree.content(of: fact.path, limit: ItemFile.maximumBytes)
            else { continue }
            files[index] = FileFact(
                path: fact.path, size: fact.size, digest: fact.digest, item: ItemFact(bytes, type: type),
                storedPath: fact.storedPath)
        }
    }
}

extension Inspection {
    /// Leaves out new files that some systems cannot distinguish from others here, unless they are listed items that
    /// somebody moved.
    private mutating func leaveOutCollisions(_ manifest: Manifest, _ listed: CarriedListings) -> [UnsealableFile] {
        var left: [UnsealableFile] = []
        while case let found = collisions.filter({ !$0.looksTheSame }), !found.isEmpty {
            let present = Set(files.map(\.path))
            let moving = movedUUIDs
            let replaced = Set(files.filter { isReplaced($0, moving) }.map(\.path))
            let moved = Set(
                manifest.entries.filter { !present.contains($0.path) || replaced.contains($0.path) }
                    .compactMap { $0.item?.uuid })
            var reasons: [BundlePath: String] = [:]
            for fact in files
            where (manifest[fact.path] == nil || replaced.contains(fact.path)) && !listed.contains(fact) {
                guard fact.item?.readable?.metadata.uuid.map(moved.contains) != true else { continue }
                let path = fact.path.text
                reasons[fact.path] =
                    found.lazy.compactMap { collision -> String? in
                        if path == collision.path { return collision.reason }
                        // Where the other file is listed, those in a folder with another spelling have to go.
                        let isFixed = (try? BundlePath(collision.path)).map { manifest[$0] != nil } ?? false
                        let isBelow = collision.kind != .file && path.begins(with: collision.folder)
                        return isFixed && isBelow ? collision.reasonBelow : nil
                    }.first
            }
            guard !reasons.isEmpty else { break }
            left += files.compactMap { fact in
                reasons[fact.path].map { UnsealableFile(path: fact.foundPath, reason: $0, fact) }
            }
            files.removeAll { reasons[$0.path] != nil }
        }
        return left
    }
}
