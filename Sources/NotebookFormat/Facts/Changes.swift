/// How the files differ from what the manifest lists: edits from outside (Format, section 16).
public struct Changes: Sendable, Equatable {
    /// How a file differs.
    public enum Change: Sendable, Equatable {
        /// The content is another one.
        case changed
        /// The file is not listed.
        case added
        /// The file is listed and gone.
        case removed
        /// The file is gone from another path: it is the same item by its uuid, or the same bytes.
        case moved(from: BundlePath)
    }

    /// A file that differs.
    public struct Difference: Sendable, Equatable {
        /// Where the file is now, or was if it is gone.
        public let path: BundlePath
        /// How it differs.
        public let change: Change
    }

    /// The differences, in the order of the paths.
    public let differences: [Difference]

    /// Files at paths that no file of a document can have.
    public let strays: [BundlePath]

    /// Whether the files are what the manifest lists.
    public var isEmpty: Bool { differences.isEmpty && strays.isEmpty }

    /// Compares the files with a manifest; without one all are new.
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
            } else if let old = missing.takeSame(as: fact) {
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
    /// Whether files in the order of their paths are just these entries.
    fileprivate func areFiles(_ files: [FileFact]) -> Bool {
        count == files.count
            && indices.allSatisfy { index in
                let text = files[index].path.text
                return digest(at: index) == files[index].digest && withPath(at: index) { $0.equals(text.utf8.span) }
            }
    }
}

/// Entries whose files are gone, to be found again elsewhere.
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

    /// What has not been found.
    var rest: Set<BundlePath> { paths }

    /// Takes out the entry of the same item, or of the same bytes where there is no uuid.
    mutating func takeSame(as fact: FileFact) -> Entry? {
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
