import NotebookText

/// The differences between the files of two manifests, as indices in the lists.
package struct EntryDifferences {
    /// The files that only the first one lists.
    package private(set) var gone: [Int] = []
    /// The files that only the second one lists, or that it lists with different bytes.
    package private(set) var different: [Int] = []

    /// Compares two lists without parsing entries.
    package init(_ old: Manifest.Entries, _ new: Manifest.Entries) {
        var (next, other) = (0, 0)
        while next < old.count, other < new.count {
            let (isSame, isEarlier) = old.withPath(at: next) { path in
                new.withPath(at: other) { (path.equals($0), path.precedes($0)) }
            }
            if isSame {
                if old.digest(at: next) != new.digest(at: other) { different.append(other) }
                (next, other) = (next + 1, other + 1)
            } else if isEarlier {
                gone.append(next)
                next += 1
            } else {
                different.append(other)
                other += 1
            }
        }
        gone += next..<old.count
        different += other..<new.count
    }
}

extension Manifest {
    /// Whether everything that another manifest lists outside the trash is here as well: the same item, the same bytes,
    /// or another version of the same file.
    package func holdsAll(of other: Manifest) -> Bool {
        let differences = EntryDifferences(other.entries, entries)
        // A path that another item has now.
        let replaced = differences.different.compactMap { index in
            let entry = entries[index]
            return entry.item.flatMap { item in
                other[entry.path].flatMap { $0.item?.uuid == nil || $0.item?.uuid == item.uuid ? nil : $0 }
            }
        }
        let gone = differences.gone.map { other.entries[$0] } + replaced
        guard !gone.isEmpty else { return true }
        let uuids = Set(entries.compactMap { $0.item?.uuid })
        let digests = Set(entries.indices.map(entries.digest(at:)))
        return gone.allSatisfy { entry in
            TrashedPath(entry.path) != nil || digests.contains(entry.digest)
                || (entry.item?.uuid.map(uuids.contains) ?? false)
        }
    }
}
