/// Everything that one pass over a notebook found out: what the manifest says, and what is there.
public struct Inspection: Sendable {
    /// A file that is read as a whole and decoded.
    public enum Reading<Value: Sendable>: Sendable {
        /// There is no such file.
        case missing
        /// It is not what it should be.
        case malformed(TextProblem, TextPosition)
        /// It was read.
        case read(Value, bytes: [UInt8])

        /// The value, if it was read.
        public var value: Value? {
            guard case .read(let value, _) = self else { return nil }
            return value
        }
    }

    /// A file or directory whose name cannot be part of a notebook.
    package struct Unportable: Sendable, Hashable {
        /// The path as it was found, with U+FFFD for what is not UTF-8.
        package let path: String
        /// What is wrong with it.
        package let problem: PathProblem

        /// A path and its problem.
        package init(path: String, problem: PathProblem) {
            self.path = path
            self.problem = problem
        }
    }

    /// What `manifest.json` says.
    public var manifest: Reading<Manifest> = .missing
    /// What can still be read of a manifest that is malformed; empty for others.
    package var readableEntries: [Entry] = []
    /// What `notebook.json` says.
    public var description: Reading<NotebookDescription> = .missing
    /// What in `notebook.json` breaks section 6 of the format, and where, if that keeps it from being read.
    package var descriptionProblems: [(problem: TextProblem, position: TextPosition)] = []
    /// The files that were found, but for the manifest, in the order of their paths.
    package var files: [FileFact] = []
    /// Files whose path, in Normalization Form C, is that of one of `files`: both forms are there (Format, clause 5.5).
    package var otherForms: [FileFact] = []
    /// Names that are not portable.
    package var unportable: [Unportable] = []
    /// Links and special files.
    package var irregular: [IrregularFile] = []
    /// Files and directories that operating systems keep for themselves (Format, clause 14.2), as they were found.
    package var systemFiles: [String] = []
    /// Files and directories that could not be read, as they were found; their content is unknown.
    public var unreadable: [String] = []
    /// What an interrupted change left behind, in words; `nil` if nothing.
    package var pendingChange: String?
    /// Whether what it left behind is too damaged to complete or undo the change.
    package var pendingChangeIsLost = false
    /// Blobs that no item or extra mentions, if links were asked for.
    package var unreferencedBlobs: [BundlePath] = []
    /// What is odd about the archive; `nil` for a directory.
    package var archive: ArchiveFacts?
    /// Why an archive cannot be read to its end; then nothing is certain of what it holds.
    package var refusal: ArchiveRefusal?
    /// What time it is.
    public var now: Timestamp?

    /// Links that do not lead where they should, if links were asked for.
    package private(set) var brokenLinks = BrokenLinks()
    /// Blobs that no link leads to, in the order of their paths, if links were asked for.
    package private(set) var unlinkedBlobs: [BundlePath] = []

    /// An inspection that has found nothing yet.
    package init() {}

    /// The paths of files as they are stored, where that is in another normalisation.
    package var storedPaths: StoredPaths { StoredPaths(of: files) }

    /// What is known of the files as they were: the entries of the manifest, or what can be read of a damaged one.
    package var knownEntries: [Entry] { manifest.value.map { Array($0.entries) } ?? readableEntries }

    /// Where attachments belong whose names were mixed up.
    package var blobOrigins: BlobOrigins { BlobOrigins(files, listed: knownEntries) }

    /// What comments in items ignore, by the paths of the items.
    package var ignoreComments: [String: IgnoreComments] {
        let pairs = files.compactMap { fact -> (String, IgnoreComments)? in
            guard let comments = fact.item?.readable?.ignoreComments, !comments.isEmpty else { return nil }
            return (fact.path.text, comments)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Whether a path is unknown because it, or a directory above it, could not be read.
    func isUnknown(_ path: BundlePath) -> Bool {
        unreadable.contains { path.text == $0 || path.text.hasPrefix($0 + "/") }
    }

    /// Paths that some systems cannot tell apart.
    package var collisions: [PathCollisions.Collision] {
        PathCollisions.find(in: files.filter { $0.type != nil }.map(\.path))
            + otherForms.filter { $0.type != nil }.map { fact in
                PathCollisions.Collision(kind: .file, path: fact.foundPath, other: fact.path.text)
            }
    }

    /// Takes the files that were found; of several with one path the first is it: the one that is stored in
    /// Normalization Form C, or else the first in the order of bytes.
    package mutating func take(_ found: [FileFact]) {
        func precedes(_ one: FileFact, _ other: FileFact) -> Bool {
            if one.path != other.path { return one.path < other.path }
            guard let stored = one.storedPath, let otherStored = other.storedPath else { return one.storedPath == nil }
            return stored.utf8.lexicographicallyPrecedes(otherStored.utf8)
        }
        files.reserveCapacity(found.count)
        for fact in found.sorted(by: precedes) {
            if fact.storedPath != nil, files.last?.path == fact.path {
                otherForms.append(fact)
            } else {
                files.append(fact)
            }
        }
    }

    /// Values of the front matter that are not acceptable, under some keys.
    func unacceptableValues(
        of keys: [KnownKey]
    ) -> [(path: BundlePath, key: KnownKey, position: TextPosition?)] {
        files.flatMap { fact in
            guard let item = fact.item?.readable else { return [(BundlePath, KnownKey, TextPosition?)]() }
            return keys.compactMap { key in item.unacceptable[key].map { (fact.path, key, $0) } }
        }.map { (path: $0.0, key: $0.1, position: $0.2) }
    }

    /// Where the entries of paths begin in the manifest, in whatever layout it is.
    func entryPositions() -> [String: TextPosition] {
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

    /// Follows the links of all items: when all files are known.
    package mutating func followLinks() {
        let created = description.value?.created ?? Timestamp(clamping: 0)
        let entries = files.compactMap { fact -> Entry? in
            guard let type = fact.type else { return nil }
            // What cannot be read can still be linked to.
            return Entry(fact, notebookCreated: created)
                ?? Entry(path: fact.path, type: type, size: fact.size, digest: fact.digest, item: nil)
        }
        // What is unknown is taken for what the manifest lists.
        let unknown = unreadable.isEmpty ? [] : manifest.value?.entries(where: isUnknown) ?? []
        let anchors = files.compactMap { fact in fact.item?.readable?.anchors.map { (fact.path, $0) } }
        let check = LinkCheck(Manifest(entries + unknown), anchors: Dictionary(anchors) { first, _ in first })
        var linked: Set<BundlePath> = []
        for fact in files {
            guard let links = fact.item?.readable?.links else { continue }
            brokenLinks.follow(links, in: fact.path, check) { linked.insert($0) }
        }
        if !brokenLinks.listed.isEmpty {
            var meant = MeantTargets(entries, check.live)
            meant.find(for: &brokenLinks.listed)
        }
        unlinkedBlobs = files.filter { $0.type == .blob && TrashedPath($0.path) == nil }.map(\.path)
            .filter { !linked.contains($0) }
    }
}

/// A link or special file, or a member of an archive that lies outside of the notebook.
package struct IrregularFile: Sendable, Hashable {
    /// What stands there in place of a file.
    package enum Kind: Hashable, Sendable, CustomStringConvertible {
        /// A symbolic link.
        case symbolicLink
        /// A hard link, in an archive.
        case hardLink
        /// A device, a socket or a FIFO.
        case special
        /// A member that lies outside of the notebook’s directory.
        case outside

        /// What it is, as it can follow "is".
        package var description: String {
            switch self {
            case .symbolicLink: "a symbolic link"
            case .hardLink: "a hard link"
            case .special: "a special file"
            case .outside: "outside of the notebook’s directory"
            }
        }
    }

    /// The path as it was found.
    package let path: String
    /// What stands there.
    package let kind: Kind

    /// A path and what stands there.
    package init(path: String, kind: Kind) {
        self.path = path
        self.kind = kind
    }
}

/// Why an archive is not read any further (Format, clause 17.7).
package struct ArchiveRefusal: Sendable, Hashable {
    /// Sorts of reasons.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// Something is missing or was changed.
        case damaged
        /// Two headers say different things.
        case contradictory
        /// There are bytes that belong to no member.
        case surplus
        /// A name is missing, occurs twice, or cannot be one.
        case name
        /// Something is encrypted.
        case encrypted
        /// A feature of the format that is not read.
        case unsupported
    }

    /// The sort of reason.
    package let kind: Kind
    /// The member, safe to print; the archive’s own name if it is about the archive as a whole.
    package let path: String
    /// The reason in words.
    package let message: String

    /// A reason.
    package init(kind: Kind, path: String, message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }
}
