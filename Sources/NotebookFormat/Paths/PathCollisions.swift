/// Paths that some systems cannot tell apart (Format, clause 5.3).
public enum PathCollisions {
    /// What collides with what.
    public enum Kind: Hashable, Sendable {
        /// Two files.
        case file
        /// Two directories.
        case directory
        /// A file and a directory.
        case fileAndDirectory
    }

    /// Two paths, or directories of paths, that may not be together in one notebook.
    public struct Collision: Hashable, Sendable {
        /// What collides.
        public let kind: Kind
        /// The path that comes later in the order.
        public let path: BundlePath
        /// What it collides with: a path or a directory, in another spelling or of another kind.
        public let other: String
    }

    /// All collisions among paths, in the order of the paths.
    public static func find(in paths: [BundlePath]) -> [Collision] {
        var collisions: [Collision] = []
        var files: [ComparisonKey: BundlePath] = [:]
        var directories: [ComparisonKey: String] = [:]
        for path in paths.sorted() {
            let key = path.key
            if let other = files[key] {
                collisions.append(Collision(kind: .file, path: path, other: other.text))
                continue
            }
            files[key] = path
            var parent = path.parent
            while let directory = parent {
                let key = directory.key
                if let other = directories[key] {
                    if !other.isIdentical(to: directory.text) {
                        collisions.append(Collision(kind: .directory, path: path, other: other))
                    }
                    // The directories above were looked at with it.
                    break
                }
                directories[key] = directory.text
                parent = directory.parent
            }
        }
        for path in paths.sorted() {
            if let directory = directories[path.key] {
                collisions.append(Collision(kind: .fileAndDirectory, path: path, other: directory + "/"))
            }
        }
        return collisions
    }
}
