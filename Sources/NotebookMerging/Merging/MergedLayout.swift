package import NotebookFormat
package import NotebookText

/// The paths that are in use in a merged notebook.
package struct MergedLayout {
    /// The paths in use at first, until they are indexed; most merges never need the index.
    private var initial: (() -> [BundlePath])?
    /// Other paths in use that are not indexed yet.
    private var pending: [BundlePath] = []
    private var files: Set<ComparisonKey> = []
    /// The directories of these files, in their spelling.
    private var directories: [ComparisonKey: BundlePath] = [:]

    /// Makes the layout of files that keep their paths.
    package init(_ paths: @escaping () -> [BundlePath]) { initial = paths }

    /// Records that a file keeps its path.
    package mutating func keep(_ path: BundlePath) { pending.append(path) }

    /// Assigns a path to a file: the wanted one, in the existing spelling of its directories.
    ///
    /// If another file has it, adds a number, or more digits of the digest to the name of an attachment.
    ///
    /// - Throws: `PathProblem` if the path with a number is too long.
    package mutating func reserve(_ wanted: BundlePath, _ digest: Digest) throws(PathProblem) -> BundlePath {
        for path in (initial?() ?? []) + pending { record(path) }
        (initial, pending) = (nil, [])
        let directory = try spelled(wanted.parent)
        var number = 1
        while true {
            let name = Self.name(String(wanted.name), number, digest)
            let path: BundlePath
            if let directory { path = try directory.appending(name) } else { path = try BundlePath(checking: name) }
            if !files.contains(path.key), directories[path.key] == nil {
                record(path)
                return path
            }
            number += 1
        }
    }

    private static func name(_ name: String, _ number: Int, _ digest: Digest) -> String {
        guard number > 1 else { return name }
        if let blob = BlobName(name), blob.matches(digest), BlobName.shortestInfix + number <= 64 {
            return BlobName(blob.readableName, digest: digest, infixLength: BlobName.shortestInfix + number).text
        }
        let point = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        return "\(name[..<point]) \(number)\(name[point...])"
    }

    private func spelled(_ directory: BundlePath?) throws(PathProblem) -> BundlePath? {
        guard let directory else { return nil }
        if let known = directories[directory.key] { return known }
        guard let parent = try spelled(directory.parent) else { return directory }
        return try parent.appending(directory.name)
    }

    private mutating func record(_ path: BundlePath) {
        files.insert(path.key)
        var next = path.parent
        while let directory = next {
            guard directories.updateValue(directories[directory.key] ?? directory, forKey: directory.key) == nil else {
                return
            }
            next = directory.parent
        }
    }
}
