import NotebookText

/// Paths that some systems cannot distinguish (Format, clause 13.1).
package enum PathCollisions {
    /// The kinds of collisions.
    package enum Kind: Hashable, Sendable {
        /// Two files.
        case file
        /// Two directories.
        case directory
        /// A file and a directory.
        case fileAndDirectory
    }

    /// Two paths, or directories of paths, that cannot exist together in one notebook.
    package struct Collision: Hashable, Sendable {
        /// The kind of the collision.
        package let kind: Kind
        /// The path that comes later in the order, as it is stored.
        package let path: String
        /// The other path or directory, with a different spelling or kind.
        package let other: String

        /// Makes the value of its parts.
        package init(kind: Kind, path: String, other: String) {
            (self.kind, self.path, self.other) = (kind, path, other)
        }

        /// Whether only the normal forms of the stored names differ.
        package var looksTheSame: Bool { path == other && kind == .file }

        /// What is wrong with the path, as a phrase after it and a colon.
        package var reason: String { "some systems cannot distinguish it from \(otherInWords)" }

        /// What is wrong with a path below the other directory.
        package var reasonBelow: String {
            "some systems cannot distinguish its folder from that of \(PrintableText.quoted(path))"
        }

        /// The other directory, with a slash at its end.
        package var folder: String { other.hasSuffix("/") ? other : other + "/" }

        /// The other path for a message, which says so if the two look the same because only their normal forms differ.
        package var otherInWords: String {
            looksTheSame ? "the same name in another normal form" : PrintableText.quoted(other)
        }
    }

    /// All collisions among paths, in the order of the paths.
    ///
    /// - Parameter isPreferred: Whether a path is right rather than one before it that it collides with.
    package static func find(
        in paths: [BundlePath], preferring isPreferred: (BundlePath) -> Bool = { _ in true }
    ) -> [Collision] {
        let sorted = paths.sorted()
        var hashes = PathHashes(count: sorted.count)
        for path in sorted { hashes.add(path.text.utf8.span) }
        guard hashes.mayCollide else { return [] }
        var collisions: [Collision] = []
        var files: [ComparisonKey: BundlePath] = [:]
        for path in sorted.filter(isPreferred) + sorted where files[path.key] == nil { files[path.key] = path }
        var directories: [ComparisonKey: Directory] = [:]
        for path in sorted {
            let directory = path.parent.flatMap { collision(of: $0, among: &directories) }
            if let other = files[path.key], other != path {
                collisions.append(Collision(kind: .file, path: path.text, other: other.text))
            } else if let directory {
                collisions.append(Collision(kind: .directory, path: path.text, other: directory))
            }
        }
        for path in sorted {
            if let directory = directories[path.key] {
                collisions.append(
                    Collision(kind: .fileAndDirectory, path: path.text, other: directory.text + "/"))
            }
        }
        return collisions
    }

    /// The first spelling of a directory.
    private struct Directory {
        let text: String
        /// The collision of a directory above this one, if there is one.
        let other: String?
    }

    /// The collision of a directory, or of the deepest directory above it that has one; records it if it is the first
    /// of its kind.
    private static func collision(of path: BundlePath, among directories: inout [ComparisonKey: Directory]) -> String? {
        let key = path.key
        if let first = directories[key], first.text.isIdentical(to: path.text) { return first.other }
        let above = path.parent.flatMap { collision(of: $0, among: &directories) }
        if let first = directories[key] { return first.text }
        directories[key] = Directory(text: path.text, other: above)
        return above
    }
}

/// The hashes of the keys of paths and their directories.
///
/// Two equal ones are very rare, and making all keys takes ten times as long.
struct PathHashes {
    private var hashes: [UInt64] = []
    private var last: [UInt8] = []

    /// No paths; about as many will be added.
    init(count: Int) { hashes.reserveCapacity(count + count / 8) }

    /// Adds a path; they come in ascending order.
    mutating func add(_ path: Span<UInt8>) {
        hashes.append(KeyHash.of(path))
        // The content of a directory is contiguous, so each directory begins only once.
        let common = path.commonPrefix(with: last.span)
        for index in common..<max(common, path.count) where path[index] == UInt8(ascii: "/") {
            hashes.append(KeyHash.of(path.extracting(0..<index)))
        }
        last.removeAll(keepingCapacity: true)
        unsafe path.withUnsafeBufferPointer { unsafe last.append(contentsOf: $0) }
    }

    /// Whether two of the paths and directories may have the same key.
    var mayCollide: Bool {
        let sorted = hashes.sorted()
        return zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
    }
}
