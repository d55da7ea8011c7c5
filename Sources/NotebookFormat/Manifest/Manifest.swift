import NotebookText

/// The list of all files of a notebook, in the order of their paths (Format, section 13).
public struct Manifest: Hashable, Sendable {
    /// The version of the format.
    public static let version = FormatHeader.latestVersion
    /// The largest accepted manifest, in bytes (clause 13.7).
    public static let maximumBytes = 256 << 20

    /// The entries in ascending order of their paths.
    public let entries: Entries

    /// Makes a manifest from entries with unique paths, in any order.
    public init(_ entries: [Entry]) { self.entries = Entries(entries) }

    init(_ entries: Entries) { self.entries = entries }

    /// The entry of a path, in logarithmic time.
    public subscript(path: BundlePath) -> Entry? { index(of: path).map { entries[$0] } }

    /// The index of the entry of a path, in logarithmic time.
    package func index(of path: BundlePath) -> Int? {
        let index = entries.index(of: path)
        return index < entries.count && entries.path(at: index) == path ? index : nil
    }

    /// The index of the entry of a path.
    ///
    /// Tries `hint` first; on success, advances `hint` to the entry after it.
    package func index(of path: BundlePath, near hint: inout Int) -> Int? {
        let text = path.text
        let wanted = text.utf8.span
        if hint < entries.count, entries.withPath(at: hint, { $0.equals(wanted) }) {
            hint += 1
            return hint - 1
        }
        guard let index = index(of: path) else { return nil }
        hint = index + 1
        return index
    }

    /// The entries whose paths are below a directory.
    public func entries(below directory: BundlePath) -> Slice<Entries> {
        let text = directory.text + "/"
        let start = entries.firstIndex { !$0.precedes(text.utf8.span) }
        let end = entries.firstIndex { !$0.precedes(text.utf8.span) && !$0.starts(with: text.utf8.span) }
        return entries[start..<end]
    }

    /// The entries whose paths meet a condition; parses only these.
    package func entries(where holds: (BundlePath) -> Bool) -> [Entry] {
        entries.indices.filter { holds(entries.path(at: $0)) }.map { entries[$0] }
    }

    /// Returns the manifest after removing some files and adding others.
    public func replacing(removed: Set<BundlePath>, put: [Entry]) -> Manifest {
        Manifest(entries.replacing(removed: removed, put: put))
    }
}
