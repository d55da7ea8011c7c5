public import NotebookFormat
import NotebookText

/// The differences between the files and the manifest: changes by other programs (Format, section 26).
public struct Changes: Sendable, Equatable {
    /// How a file differs.
    public enum Change: Sendable, Equatable {
        /// The content differs.
        case changed
        /// The file is not listed.
        case added
        /// The file is listed, but gone.
        case removed
        /// The file was moved: it has the uuid or the bytes of the missing file at this path.
        case moved(from: BundlePath)
    }

    /// A file that differs.
    public struct Difference: Sendable, Equatable {
        /// The path of the file now, or its old path if it is gone.
        public let path: BundlePath
        /// How it differs.
        public let change: Change
    }

    /// The differences, in the order of the paths.
    public let differences: [Difference]

    /// Files at paths where the format allows no file.
    public let strays: [BundlePath]

    /// Whether the files match the manifest.
    public var isEmpty: Bool { differences.isEmpty && strays.isEmpty }

    /// No differences.
    static let none = Changes(from: nil, to: [])

    /// Compares the files with a manifest; without a manifest, all files are new.
    package init(from manifest: Manifest?, to files: [FileFact]) {
        if let entries = manifest?.entries, entries.areFiles(files) {
            (differences, strays) = ([], [])
            return
        }
        let present = Set(files.map(\.path))
        var missing = MissingEntries(manifest?.entries { !present.contains($0) } ?? [])
        var differences: [Difference] = []
        var strays: [BundlePath] = []
        for fact in files {
            if let entry = manifest?[fact.path] {
                if entry.digest != fact.digest { differences.append(Difference(path: fact.path, change: .changed)) }
            } else if fact.type == nil {
                strays.append(fact.path)
            } else if let old = missing.removeSame(as: fact) {
                differences.append(Difference(path: fact.path, change: .moved(from: old.path)))
            } else {
                differences.append(Difference(path: fact.path, change: .added))
            }
        }
        differences += missing.rest.map { Difference(path: $0, change: .removed) }
        self.differences = differences.sorted { $0.path < $1.path }
        self.strays = strays
    }
}

extension Manifest.Entries {
    /// Whether these entries list exactly these files, which are in the order of their paths.
    fileprivate func areFiles(_ files: [FileFact]) -> Bool {
        count == files.count
            && indices.allSatisfy { index in
                let text = files[index].path.text
                return digest(at: index) == files[index].digest && withPath(at: index) { $0.equals(text.utf8.span) }
            }
    }
}

/// Entries whose files are gone, which may turn up at other paths.
private struct MissingEntries {
    private var byUUID: [UniqueIdentifier: Entry] = [:]
    private var byDigest: [Digest: [Entry]] = [:]
    private var paths: Set<BundlePath>

    init(_ entries: [Entry]) {
        paths = Set(entries.map(\.path))
        for entry in entries.reversed() {
            if let uuid = entry.item?.uuid {
                byUUID[uuid] = entry
            } else {
                byDigest[entry.digest, default: []].append(entry)
            }
        }
    }

    /// The paths of the entries that did not turn up elsewhere.
    var rest: Set<BundlePath> { paths }

    /// Removes and returns the entry of the same item, or, without a uuid, the entry with the same bytes.
    mutating func removeSame(as fact: FileFact) -> Entry? {
        let entry: Entry?
        if let uuid = fact.item?.readable?.metadata.uuid {
            entry = byUUID.removeValue(forKey: uuid)
        } else {
            entry = byDigest[fact.digest]?.popLast()
        }
        guard let entry, entry.type == fact.type else { return nil }
        paths.remove(entry.path)
        return entry
    }
}
