import Cores
package import NotebookFiles
package import NotebookFormat
package import NotebookLinks
package import NotebookText

/// The result of one pass over a notebook: the manifest, the description, and the files.
public struct Inspection: Sendable {
    /// A file that is read completely and decoded.
    package enum Reading<Value: Sendable>: Sendable {
        /// The file does not exist.
        case missing
        /// It is invalid.
        case malformed(TextProblem, TextPosition)
        /// It was read.
        case read(Value, bytes: [UInt8])

        /// The value, if it was read.
        package var value: Value? {
            guard case .read(let value, _) = self else { return nil }
            return value
        }
    }

    /// A file or directory whose name is not allowed in a notebook.
    package struct Unportable: Sendable, Hashable {
        /// The path as it was found, with U+FFFD for invalid UTF-8.
        package let path: String
        /// What is wrong with it.
        package let problem: PathProblem

        /// Makes the value from a path and its problem.
        package init(path: String, problem: PathProblem) {
            self.path = path
            self.problem = problem
        }
    }

    /// The manifest.
    package var manifest: Reading<Manifest> = .missing
    /// The digest of the manifest's text, if it was needed to read that.
    package var manifestDigest: Digest?
    /// The manifest that results from one that git merged, if it lists nothing but review logs twice.
    package var mergedManifest: Manifest?
    /// The entries that can still be read of a malformed manifest; otherwise empty.
    package var readableEntries: [Entry] = []
    /// The description.
    package var description: Reading<NotebookDescription> = .missing
    /// The problems of `notebook.json` under section 16 of the format, if they prevent reading it.
    package var descriptionProblems: [(problem: TextProblem, position: TextPosition)] = []
    private var found = Files.read([])
    /// Files whose path in Normalization Form C equals that of one of `files`: both forms exist (Format, clause 5.4).
    package var otherForms: [FileFact] = []
    /// Files that are in iCloud and not on this computer, where a file `.NAME.icloud` stands for them, if listed files are
    /// missing; and these, as far as their names say that they are the same.
    package var evicted: Set<BundlePath> = []
    /// Names that are not portable.
    package var unportable: [Unportable] = []
    /// Links and special files.
    package var irregular: [IrregularFile] = []
    /// Files and directories of operating systems (Format, clause 10.2), as they were found.
    package var systemFiles: [String] = []
    /// Files and directories that could not be read, as they were found.
    package var unreadable: [String] = []
    /// The remains of an interrupted change, in words; `nil` if there are none.
    package var pendingChange: String?
    /// Whether these remains are too damaged to complete or undo the change.
    package var pendingChangeIsLost = false
    /// Damaged files of the history outside the document: their paths, and what is wrong with them.
    package var historyDamage: [(path: String, reason: String)] = []
    /// Blobs that no item or extra mentions, if links were asked for.
    package var unreferencedBlobs: [BundlePath] = []
    /// The facts about the archive; `nil` for a directory.
    package var archive: ArchiveFacts?
    /// Why reading an archive stopped before its end.
    ///
    /// Its content is uncertain then.
    package var refusal: ArchiveRefusal?
    /// The current time.
    package var now: Timestamp?

    /// Whether the properties of items were compared with requirements.
    package var isExamined = false
    /// How the properties of items differ from requirements, if links were asked for.
    package private(set) var propertyProblems: [(path: BundlePath, problem: PropertyProblem)] = []
    /// Broken links, if links were asked for.
    package var brokenLinks = BrokenLinks()
    /// Blobs that no link leads to, in the order of their paths, if links were asked for.
    package private(set) var unlinkedBlobs: [BundlePath] = []

    /// The files of an inspection.
    private enum Files: Sendable {
        /// They were looked at one by one.
        case read([FileFact])
        /// They are as a manifest lists them; made when they are asked for, as are those that are named as conflict copies.
        case listed(Manifest.Entries, Lazy<[FileFact]>, copies: Lazy<[FileFact]>)
    }

    /// An empty inspection.
    package init() {}

    /// The inspection of a notebook whose files are as its manifest lists them.
    package init(listedIn manifest: Reading<Manifest>, _ description: Reading<NotebookDescription>) {
        (self.manifest, self.description) = (manifest, description)
        guard let entries = manifest.value?.entries else { return }
        let copies = Lazy {
            entries.indices.filter { entries.withPath(at: $0, ConflictCopy.mayMatch) }
                .map { FileFact(entries, at: $0) }.filter { ConflictCopy.matches($0.path) }
        }
        found = .listed(entries, Lazy { entries.indices.map { FileFact(entries, at: $0) } }, copies: copies)
    }

    /// Whether nothing was found but what the manifest lists, so that the files were not looked at one by one.
    package var isAsListed: Bool { if case .listed = found { true } else { false } }

    /// The files except the manifest, in the order of their paths.
    package var files: [FileFact] {
        get {
            switch found {
            case .read(let files): files
            case .listed(_, let files, _): files.value
            }
        }
        _modify {
            var files = files
            // So that it is not copied.
            found = .read([])
            defer { found = .read(files) }
            yield &files
        }
    }

    /// The files that are named as conflict copies.
    var namedAsConflictCopies: [FileFact] {
        switch found {
        case .read(let files): files.filter { ConflictCopy.matches($0.path) }
        case .listed(_, _, let copies): copies.value
        }
    }

    /// The stored paths of files, where they are in another normalisation.
    package var storedPaths: StoredPaths { StoredPaths(of: files) }

    /// The entries of the manifest, or those that can be read of a damaged one.
    package var knownEntries: [Entry] { manifest.value.map { Array($0.entries) } ?? readableEntries }

    /// The proper paths of attachments whose names were mixed up.
    package var blobOrigins: BlobOrigins { BlobOrigins(files, listed: knownEntries) }

    /// The findings that comments in items suppress, by the paths of the items.
    package var ignoreComments: [String: IgnoreComments] {
        let pairs = files.compactMap { fact -> (String, IgnoreComments)? in
            guard let comments = fact.item?.readable?.ignoreComments, !comments.isEmpty else { return nil }
            return (fact.path.text, comments)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Whether a path is unknown because it, or a directory above it, could not be read.
    package func isUnknown(_ path: BundlePath) -> Bool {
        unreadable.contains { path.text == $0 || path.text.begins(with: $0 + "/") }
    }

    /// Paths that some systems cannot distinguish; of several files, a listed one is right.
    package var collisions: [PathCollisions.Collision] {
        if case .listed(let entries, _, _) = found, !entries.mayCollide { return [] }
        let paths = files.compactMap { $0.type == nil ? nil : $0.path }
        return PathCollisions.find(in: paths) { manifest.value?[$0] != nil }
            + otherForms.filter { $0.type != nil }.map { fact in
                PathCollisions.Collision(kind: .file, path: fact.foundPath, other: fact.path.text)
            }
    }

    /// Sets the files.
    ///
    /// Of several with the same path, keeps the one stored in Normalization Form C, or else the first in byte order.
    package mutating func add(_ found: [FileFact]) {
        func precedes(_ one: FileFact, _ other: FileFact) -> Bool {
            if one.path != other.path { return one.path < other.path }
            guard let stored = one.storedPath, let otherStored = other.storedPath else { return one.storedPath == nil }
            return stored.utf8.lexicographicallyPrecedes(otherStored.utf8)
        }
        files.reserveCapacity(found.count)
        let isOrdered = found.indices.dropFirst().allSatisfy { !precedes(found[$0], found[$0 - 1]) }
        for fact in isOrdered ? found : found.sorted(by: precedes) {
            if fact.storedPath != nil, files.last?.path == fact.path {
                otherForms.append(fact)
            } else {
                files.append(fact)
            }
        }
    }

    /// Invalid values of some keys in front matter.
    package func unacceptableValues(
        of keys: [KnownKey]
    ) -> [(path: BundlePath, key: KnownKey, position: TextPosition?)] {
        files.flatMap { fact in
            guard let item = fact.item?.readable else { return [(BundlePath, KnownKey, TextPosition?)]() }
            return keys.compactMap { key in item.unacceptable[key].map { (fact.path, key, $0) } }
        }.map { (path: $0.0, key: $0.1, position: $0.2) }
    }

    /// The offsets of entries in the manifest, whatever its layout.
    package func entryPositions() -> [String: TextPosition] {
        guard case .read(_, let bytes) = manifest, let text = try? JSONValue.read(bytes),
            case .object(let members) = text.content,
            case .array(let entries)? = members.first(where: { $0.key == "entries" })?.value.content
        else { return [:] }
        let index = LineIndex(bytes)
        var positions: [String: TextPosition] = [:]
        for entry in entries {
            guard case .object(let members) = entry.content,
                case .string(let path)? = members.first(where: { $0.key == "path" })?.value.content
            else { continue }
            positions[path] = index.position(of: entry.offset)
        }
        return positions
    }

    /// Resolves the links of all items, once all files are known.
    package mutating func followLinks() throws {
        let created = description.value?.created ?? Timestamp(clamping: 0)
        let entries = files.compactMap { fact -> Entry? in
            guard let type = fact.type else { return nil }
            // A file that cannot be read can still be a link target.
            return Entry(fact, notebookCreated: created)
                ?? Entry(path: fact.path, type: type, size: fact.size, digest: fact.digest, item: nil)
        }
        // For files that could not be read, the manifest says what exists.
        let unknown = unreadable.isEmpty ? [] : manifest.value?.entries(where: isUnknown) ?? []
        let anchors = files.compactMap { fact in fact.item?.readable?.anchors.map { (fact.path, $0) } }
        let check = LinkCheck(Manifest(entries + unknown), anchors: Dictionary(anchors) { first, _ in first })
        var linked: Set<BundlePath> = []
        for followed in try files.piecesOnAllCores(of: 500, { FollowedLinks(of: $0, check) }) {
            brokenLinks.append(followed.brokenLinks)
            linked.formUnion(followed.linked)
            propertyProblems += followed.propertyProblems
        }
        suggestTargets { MeantTargets(entries, check.live) }
        unlinkedBlobs = files.filter { $0.type == .blob && TrashedPath($0.path) == nil }.map(\.path)
            .filter { !linked.contains($0) }
    }

    /// Resolves the links of some of the files, by what is known about all.
    ///
    /// - Parameter meant: What broken links may mean.
    package mutating func followLinks(
        of facts: [FileFact], _ check: LinkCheck, meant: () -> MeantTargets
    ) {
        for fact in facts {
            guard let links = fact.item?.readable?.links else { continue }
            brokenLinks.follow(links, in: fact.path, check) { _, _ in }
        }
        suggestTargets(meant)
    }

    private mutating func suggestTargets(_ meant: () -> MeantTargets) {
        guard !brokenLinks.listed.isEmpty else { return }
        var meant = meant()
        meant.find(for: &brokenLinks.listed)
    }
}

/// The links of some items, once they are resolved.
private struct FollowedLinks: Sendable {
    var brokenLinks = BrokenLinks()
    /// The files to which they lead.
    var linked: Set<BundlePath> = []
    /// The problems of properties that remain.
    var propertyProblems: [(path: BundlePath, problem: PropertyProblem)] = []

    init(of files: ArraySlice<FileFact>, _ check: LinkCheck) {
        for fact in files {
            guard let item = fact.item?.readable else { continue }
            let needsLinks = item.propertyProblems.contains { $0.linkEnd != nil }
            // Where links are that lead to items.
            var places: [TextPosition] = []
            brokenLinks.follow(item.links, in: fact.path, check) { index, path in
                linked.insert(path)
                if needsLinks, FileType(of: path)?.isItem == true { places += item.links.positions(at: index) }
            }
            places.sort()
            propertyProblems += item.propertyProblems.filter { !$0.isSettled(by: places) }.map { (fact.path, $0) }
        }
    }
}

extension Inspection {
    /// The differences between the files and the manifest: files changed, added and removed since the notebook was
    /// sealed.
    public var changes: Changes { changes(from: manifest.value) }

    /// The differences between the files and the manifest, or what can be read of it; compares nothing if it is known
    /// that there are none.
    package func changes(from manifest: Manifest?) -> Changes {
        isAsListed ? .none : Changes(from: manifest, to: files)
    }

    /// Whether a file is a stray one: not listed, no new item, and no second version of a file that a synchronising
    /// program left.
    package func isStray(_ fact: FileFact) -> Bool {
        guard let manifest = manifest.value, manifest[fact.path] == nil, fact.path != .notebook else { return false }
        let isItem = fact.type?.isItem == true && TrashedPath(fact.path) == nil
        return !isItem && ConflictCopy.original(of: fact.path) == nil
    }
}

/// The stored paths of files, where they are not in Normalization Form C (Format, clause 5.4).
package struct StoredPaths: Sendable {
    private var byPath: [String: String] = [:]

    /// No such paths.
    package init() {}

    /// The paths of files.
    init(of files: [FileFact]) {
        let pairs = files.compactMap { fact in fact.storedPath.map { (fact.path.text, $0) } }
        byPath = Dictionary(pairs) { first, _ in first }
    }

    /// The path of a finding as it is stored.
    package func storedPath(of finding: Finding) -> String { storedPath(of: finding.path) }

    /// The path of a file as it is stored.
    package func storedPath(of path: String) -> String {
        // Swift compares strings across normalisations. A path that is not in Form C was recorded as it was found.
        guard let stored = byPath[path], path.isIdentical(to: path.composed) else { return path }
        return stored
    }
}
