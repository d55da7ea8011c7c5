import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

/// The versions of a notebook in a directory that a file-synchronisation program transfers between computers, after two
/// computers changed the copy: one for each manifest, and one for each conflict copy that no manifest lists.
struct CarriedVersions {
    /// A version, and the common state for merging it; `nil` to find the state.
    typealias Version = (copy: NotebookCopy, base: MergeBase?)

    /// The versions; that of `manifest.json` comes first.
    let versions: [Version]

    /// Finds the versions in a directory.
    ///
    /// Returns `nil` if a file is missing, or cannot be explained: then the directory is still being transferred, or
    /// somebody else works in it.
    ///
    /// - Parameters:
    ///   - found: What is in the directory.
    ///   - mine: The notebook, which may have what is missing.
    ///   - lineages: The lists of states in the directory.
    init?(_ found: NotebookCopy, _ mine: NotebookCopy, _ lineages: [Lineage]) throws {
        try found.forgetStates(besides: mine)
        let contents = CarriedContents(found, mine)
        let files = try found.compared.content.files.map { try contents.typed($0) }
        var (manifests, listings): ([Manifest], Set<BundlePath>) = ([], [])
        if let manifest = found.compared.inspection.manifest.value { manifests.append(manifest) }
        for file in files where ConflictCopy.original(of: file.path) == .manifest {
            let wanted = ComparedNotebook.Wanted(file.path, file.digest)
            let bytes = try found.compared.contents(of: [wanted], limit: Manifest.maximumBytes)[wanted]
            guard let manifest = bytes.flatMap({ try? Manifest($0) }) else { return nil }
            manifests.append(manifest)
            listings.insert(file.path)
        }
        guard let first = manifests.first, let gone = try contents.gone(from: manifests) else { return nil }
        let listed = Set(manifests.flatMap { $0.entries.map { ComparedNotebook.Wanted($0.path, $0.digest) } })
        let digests = Set(listed.map(\.digest))
        let late = Set(found.compared.reading.unlistedTrash.map(\.path))
        if case .read(_, let bytes) = found.compared.inspection.description,
            !digests.contains(Digest.of(bytes)), !mine.knownContents.contains(Digest.of(bytes))
        {
            return nil
        }
        var pieces: [(file: ComparedFile, path: BundlePath)] = []
        for file in files where !listings.contains(file.path) {
            if listed.contains(ComparedNotebook.Wanted(file.path, file.digest)) { continue }
            // What no notebook can contain, whatever it is a copy of, stays where it is.
            if file.type == nil, !ConflictCopy.matches(file.path) { continue }
            let isListed = digests.contains(file.digest)
            if late.contains(file.path) {
                // What was deleted elsewhere; a version of something else is kept as it is.
                if contents.isNew(file, to: manifests) { pieces.append((file, file.path)) }
                continue
            }
            guard let original = Self.original(of: file, manifests) else {
                // What another manifest lists, whatever the program called it.
                if isListed, !listings.isEmpty { continue }
                return nil
            }
            if isListed || mine.knownContents.contains(file.digest) { continue }
            guard let path = try contents.path(of: file, original, in: first) else { return nil }
            pieces.append((file, path))
        }
        let there = Set(files.filter { !late.contains($0.path) }.map { ComparedNotebook.Wanted($0.path, $0.digest) })
        let isWhole = manifests.count == 1 && there == listed.filter { $0.path != .notebook }
        let copies = try manifests.map { manifest in
            let state = Digest.of(manifest.text)
            let listing = lineages.first { $0.states.contains { $0.fingerprint == state } }
            // Where only files in the trash are too many, what the place lacks was deleted.
            let known = listing ?? (isWhole ? found.lineage : Lineage())
            let lost = Set(manifest.entries.filter { gone.contains($0.digest) }.map(\.path))
            return NotebookCopy(
                try ComparedNotebook(contents.tree(manifest.replacing(removed: lost, put: []))), known)
        }
        versions =
            copies.map { ($0, nil) }
            + (try pieces.compactMap { try contents.version(of: $0.file, at: $0.path, in: first) })
    }

    /// The original of a conflict copy, or of another file that has the uuid of the item after which it is named.
    private static func original(of file: ComparedFile, _ manifests: [Manifest]) -> BundlePath? {
        if let original = ConflictCopy.original(of: file.path) { return original }
        guard let possible = ConflictCopy.possibleOriginal(of: file.path), let uuid = file.item?.uuid,
            manifests.contains(where: { $0[possible]?.item?.uuid == uuid })
        else { return nil }
        return possible
    }

    /// Whether there are conflict copies beside what the manifest lists.
    static func isNeeded(for copy: NotebookCopy) -> Bool {
        !copy.isSealed
            || copy.compared.content.files.contains { $0.type == nil && ConflictCopy.matches($0.path) }
    }
}

/// The contents of all versions in a directory, by their digests.
private struct CarriedContents {
    private let found: NotebookCopy
    private let mine: NotebookCopy
    private let places: [Digest: BundlePath]

    init(_ found: NotebookCopy, _ mine: NotebookCopy) {
        (self.found, self.mine) = (found, mine)
        let left = Set(found.compared.reading.unsealable.compactMap(\.found?.path))
        let there = found.compared.content.files.filter { !left.contains($0.path) }
        var places = Dictionary(there.map { ($0.digest, $0.path) }) { first, _ in first }
        if case .read(_, let bytes) = found.compared.inspection.description { places[Digest.of(bytes)] = .notebook }
        self.places = places
    }

    /// A conflict copy of an item whose name says nothing about its type, with the values of the item.
    func typed(_ file: ComparedFile) throws -> ComparedFile {
        guard file.type == nil, let original = ConflictCopy.original(of: file.path),
            let type = FileType(of: original), type.isItem, let bytes = try bytes(of: file.digest, file.path)
        else { return file }
        let fact = FileFact(path: original, size: file.size, digest: file.digest, item: ItemFact(bytes, type: type))
        let entry = Entry(fact, notebookCreated: found.compared.content.description.created)
        return ComparedFile(path: file.path, type: nil, size: file.size, digest: file.digest, item: entry?.item)
    }

    /// The contents that no longer exist anywhere, because they were replaced or destroyed here; `nil` if other
    /// contents are missing that manifests list.
    func gone(from manifests: [Manifest]) throws -> Set<Digest>? {
        var missing = Set(manifests.flatMap { $0.entries.map(\.digest) }.filter { places[$0] == nil })
        guard !missing.isEmpty else { return [] }
        missing.subtract(try mine.available(among: missing))
        return try missing.isSubset(of: mine.remembered(among: missing)) ? missing : nil
    }

    /// The path that a conflict copy has in its version; `nil` if it cannot be read yet, or a notebook cannot contain
    /// it.
    func path(of file: ComparedFile, _ original: BundlePath, in first: Manifest) throws -> BundlePath? {
        guard original != .notebook else {
            let bytes = try bytes(of: file.digest, file.path) ?? []
            return (try? NotebookDescription(bytes)).map { _ in original }
        }
        guard let type = FileType(of: original), !type.isItem || file.item != nil else { return nil }
        if type == .blob, BlobName(original.name)?.matches(file.digest) != true {
            // Another content is another attachment.
            let name = BlobName(original.name)?.readableName ?? String(original.name)
            return try original.parent?.appending(BlobName(name, digest: file.digest).text)
        }
        guard let uuid = file.item?.uuid else { return original }
        // A version of a deleted item is not deleted.
        let mayBeTrashed = TrashedPath(original) != nil
        let known = first.entries.first { entry in
            entry.item?.uuid == uuid && (mayBeTrashed || TrashedPath(entry.path) == nil)
        }
        if let known { return known.path }
        return first[original] == nil ? original : file.path
    }

    /// Whether a file in the trash, or another version of it, is neither here nor in the notebook, nor was in it.
    func isNew(_ file: ComparedFile, to manifests: [Manifest]) -> Bool {
        guard let type = file.type, !type.isItem || file.item?.uuid != nil,
            type != .blob || BlobName(file.path.name)?.matches(file.digest) ?? false,
            !mine.knownContents.contains(file.digest), !mine.destroyedContents.contains(file.digest)
        else { return false }
        return ([mine.manifest] + manifests).allSatisfy { manifest in
            !manifest.entries.contains { entry in
                entry.digest == file.digest || entry.item?.uuid != nil && entry.item?.uuid == file.item?.uuid
            }
        }
    }

    /// The version of a conflict copy that no manifest lists.
    ///
    /// Its common state is unknown: everything else is as in the first version.
    func version(
        of file: ComparedFile, at path: BundlePath, in first: Manifest
    ) throws -> CarriedVersions.Version? {
        guard let type = FileType(of: path) else { return nil }
        let others = first.entries.filter { entry in
            entry.path != path && (entry.item?.uuid == nil || entry.item?.uuid != file.item?.uuid)
        }
        let piece = Entry(path: path, type: type, size: file.size, digest: file.digest, item: file.item)
        let version = try ComparedNotebook(tree(Manifest(others + [piece]), named: String(file.path.name)))
        let isNotebook = path == .notebook
        let base = try ComparedNotebook(tree(isNotebook ? first : Manifest(others)))
        return (NotebookCopy(version), MergeBase(given: base, knowsDescription: !isNotebook))
    }

    /// The files that a manifest lists.
    func tree(_ manifest: Manifest, named name: String? = nil) -> RevisionTree {
        let text = manifest.text
        let files = manifest.entries.map { entry in
            RevisionTree.File(
                path: Array(entry.path.text.utf8), kind: .file, size: entry.size, identifier: entry.digest.description)
        }
        let seal = RevisionTree.File(
            path: Array(BundlePath.manifest.text.utf8), kind: .file, size: text.count, identifier: "")
        let sorted = (files + [seal]).sorted { $0.path.lexicographicallyPrecedes($1.path) }
        return RevisionTree(name ?? found.compared.name, sorted) { wanted in
            try wanted.map { file in
                guard let digest = Digest(hexadecimal: file.identifier) else { return text }
                let path = try BundlePath(String(decoding: file.path, as: UTF8.self))
                guard let bytes = try bytes(of: digest, path) else { throw found.compared.changed(path) }
                return bytes
            }
        }
    }

    private func bytes(of digest: Digest, _ path: BundlePath) throws -> [UInt8]? {
        if let place = places[digest] {
            let wanted = ComparedNotebook.Wanted(place, digest)
            return try found.compared.contents(of: [wanted], limit: .max)[wanted]
        }
        let place = mine.manifest.entries.first { $0.digest == digest }?.path ?? path
        let wanted = ComparedNotebook.Wanted(place, digest)
        return try mine.contents(of: [wanted])[wanted]
    }
}

extension ComparedContent {
    /// The content with the uuids that notes got where both copies had made them, so that they count as the same.
    func joined(with mine: ComparedContent, _ merges: [NotebookMerge]) -> ComparedContent {
        let merged = Set(merges.flatMap(\.files).filter { $0.change == .merged || $0.change == .kept }.map(\.path))
        guard !merged.isEmpty else { return self }
        let uuids = Set(files.compactMap { $0.item?.uuid })
        let others = Dictionary(
            mine.files.filter { file in merged.contains(file.path) && file.item?.uuid.map(uuids.contains) == false }
                .map { ($0.path.key, $0) }
        ) { first, _ in first }
        guard !others.isEmpty else { return self }
        let own = Set(mine.files.compactMap { $0.item?.uuid })
        let files = files.map { file in
            guard let other = others[file.path.key], var item = file.item, item.uuid.map(own.contains) == false else {
                return file
            }
            item.uuid = other.item?.uuid
            return ComparedFile(path: file.path, type: file.type, size: file.size, digest: file.digest, item: item)
        }
        return ComparedContent(description, files, manifest)
    }
}
