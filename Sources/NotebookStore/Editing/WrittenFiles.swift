import NotebookFiles
import NotebookFormat
import NotebookText

/// The files that a draft writes, by path, and by what is looked for while many are added: names and contents.
struct WrittenFiles {
    private(set) var files: [BundlePath: Draft.Written] = [:]
    /// For each directory, how many files are at or below each name in it.
    private var names: [BundlePath: [ComparisonKey: [String: Int]]] = [:]
    private var blobs: [Digest: Set<BundlePath>] = [:]

    subscript(path: BundlePath) -> Draft.Written? {
        get { files[path] }
        set {
            let old = files[path]
            files[path] = newValue
            if (old == nil) != (newValue == nil) { count(path, newValue == nil ? -1 : 1) }
            guard path.isBelow(.blobs), old?.entry.digest != newValue?.entry.digest else { return }
            if let old { blobs[old.entry.digest]?.remove(path) }
            if let newValue { blobs[newValue.entry.digest, default: []].insert(path) }
        }
    }

    /// Whether a name in a directory is in use, even if letter case is ignored.
    ///
    /// - Parameter own: A name that does not count.
    func uses(_ name: ComparisonKey, in directory: BundlePath, besides own: String?) -> Bool {
        names[directory]?[name]?.keys.contains { $0 != own } ?? false
    }

    /// Whether there is a file below a directory.
    func hasFiles(below directory: BundlePath) -> Bool { names[directory]?.isEmpty == false }

    /// The directories in a directory whose names differ from this at most in letter case and normalisation.
    func directories(named name: ComparisonKey, in directory: BundlePath) -> [String] {
        names[directory]?[name]?.keys.filter { name in
            (try? directory.appending(name)).map(hasFiles) ?? false
        } ?? []
    }

    /// The names in a directory.
    func names(in directory: BundlePath) -> [String] { names[directory]?.values.flatMap(\.keys) ?? [] }

    /// The first blob with this content.
    func blob(_ digest: Digest) -> BundlePath? { blobs[digest]?.min() }

    private mutating func count(_ path: BundlePath, _ change: Int) {
        var name = path
        while let directory = name.parent {
            let (key, text) = (ComparisonKey(name.name), String(name.name))
            let number = (names[directory]?[key]?[text] ?? 0) + change
            names[directory, default: [:]][key, default: [:]][text] = number == 0 ? nil : number
            if names[directory]?[key]?.isEmpty == true { names[directory]?[key] = nil }
            name = directory
        }
    }
}

/// The names that a notebook had before a change, in directories and among blobs; each directory is read once.
struct FormerNames {
    private struct Directory {
        let onDisk: [ComparisonKey: [String]]
        let listed: [ComparisonKey: [BundlePath]]
    }

    private var directories: [BundlePath: Directory] = [:]
    private var blobs: [Digest: [BundlePath]]?

    /// Whether a name in a directory is in use, on the disk or by a listed file that is not deleted.
    ///
    /// Call `read` first.
    func uses(
        _ name: ComparisonKey, in directory: BundlePath, besides own: BundlePath?, _ deleted: [BundlePath: Digest]
    ) -> Bool {
        guard let directory = directories[directory] else { return false }
        let ownName = own.map { String($0.name) }
        return directory.onDisk[name]?.contains { $0 != ownName } == true
            || directory.listed[name]?.contains { $0 != own && deleted[$0] == nil } == true
    }

    /// Reads the names in a directory.
    mutating func read(_ directory: BundlePath, _ manifest: Manifest, onDisk: () throws -> [String]) rethrows {
        guard directories[directory] == nil else { return }
        var listed: [ComparisonKey: [BundlePath]] = [:]
        let entries = manifest.entries(below: directory)
        for index in entries.indices {
            let path = manifest.entries.path(at: index)
            if path.parent == directory { listed[ComparisonKey(path.name), default: []].append(path) }
        }
        directories[directory] = Directory(
            onDisk: Dictionary(grouping: try onDisk()) { ComparisonKey($0) }, listed: listed)
    }

    /// The first listed blob with this content that is not deleted.
    mutating func blob(_ digest: Digest, _ manifest: Manifest, _ deleted: [BundlePath: Digest]) -> BundlePath? {
        let known =
            blobs
            ?? Dictionary(grouping: manifest.entries(below: .blobs).map(\.path)) { manifest[$0]?.digest ?? digest }
        blobs = known
        return known[digest]?.first { deleted[$0] == nil }
    }
}
