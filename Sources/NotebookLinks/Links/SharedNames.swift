package import NotebookFormat
import NotebookText

/// Names that became ambiguous in wiki links because a new file shares them with others (Format, clause 9.3).
package struct SharedNames: Sendable {
    /// A name, and the files with that name: the new one first, then the others in the order of their paths.
    package typealias Shared = (name: String, paths: [BundlePath])

    /// The names, in the order of the new files.
    package let names: [Shared]

    /// Compares the names of some files with those of all other files outside the trash.
    package init(of paths: [BundlePath], in manifest: Manifest) {
        var wanted: [(name: String, key: ComparisonKey, path: BundlePath)] = []
        for entry in paths.compactMap({ manifest[$0] }) {
            for name in Self.names(of: entry) where !wanted.contains(where: { $0.key == ComparisonKey(name) }) {
                wanted.append((name, ComparisonKey(name), entry.path))
            }
        }
        let keys = Set(wanted.map(\.key))
        // Nearly all names of a large notebook differ in length, and an ASCII name and its key have the same length.
        let sizes = Set(keys.map(\.text.utf8.count))
        var others: [ComparisonKey: [BundlePath]] = [:]
        for entry in manifest.entries {
            for name in Self.names(of: entry)
            where sizes.contains(name.utf8.count) || name.utf8.contains(where: { $0 >= 0x80 }) {
                let key = ComparisonKey(name)
                guard keys.contains(key), others[key]?.last != entry.path, TrashedPath(entry.path) == nil else {
                    continue
                }
                others[key, default: []].append(entry.path)
            }
        }
        names = wanted.compactMap { name, key, path in
            let rest = (others[key] ?? []).filter { $0 != path }
            return rest.isEmpty ? nil : (name, [path] + rest)
        }
    }

    private static func names(of entry: Entry) -> [String] {
        switch entry.type {
        case .note, .card: [entry.path.stem] + [entry.shownTitle].compactMap(\.self)
        case .blob: [BlobName(entry.path.name)?.readableName].compactMap(\.self)
        default: []
        }
    }
}
