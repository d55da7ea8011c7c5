/// The list of all files of a notebook, in the order of their paths (Format, section 13).
public struct Manifest: Hashable, Sendable {
    /// The version of the format.
    public static let version = FormatHeader.latestVersion
    /// The largest manifest that is read, in bytes (clause 13.7).
    public static let maximumBytes = 256 << 20

    /// The entries in ascending order of their paths.
    public let entries: [Entry]

    /// A manifest of these entries, whose paths differ, in any order.
    public init(_ entries: [Entry]) {
        let isAscending = entries.indices.dropFirst().allSatisfy { entries[$0 - 1].path < entries[$0].path }
        self.entries = isAscending ? entries : entries.sorted { $0.path < $1.path }
    }

    /// A manifest of entries that are in ascending order.
    init(ascending entries: [Entry]) { self.entries = entries }

    /// The entry of a path, found in logarithmic time.
    public subscript(path: BundlePath) -> Entry? {
        let index = index(of: path)
        return index < entries.count && entries[index].path == path ? entries[index] : nil
    }

    /// The entries whose paths lie below a directory.
    public func entries(below directory: BundlePath) -> ArraySlice<Entry> {
        let text = directory.text + "/"
        let start = firstIndex { !$0.path.text.utf8.lexicographicallyPrecedes(text.utf8) }
        let end = entries[start...].firstIndex { !$0.path.text.utf8.starts(with: text.utf8) } ?? entries.count
        return entries[start..<end]
    }

    /// The manifest after files were removed and others put in.
    public func replacing(removed: Set<BundlePath>, put: [Entry]) -> Manifest {
        let gone = removed.union(put.map(\.path))
        return Manifest(entries.filter { !gone.contains($0.path) } + put)
    }

    private func index(of path: BundlePath) -> Int { firstIndex { !($0.path < path) } }

    private func firstIndex(where holds: (Entry) -> Bool) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if holds(entries[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
