import NotebookFormat
import NotebookText

/// The files that differ between two notebooks, each paired with its earlier version.
package struct FilePairs {
    /// A file before and afterwards.
    package enum Pair: Hashable, Sendable {
        case removed(ComparedFile)
        case added(ComparedFile)
        case both(ComparedFile, ComparedFile)

        /// The file before; `nil` if it was added.
        package var old: ComparedFile? {
            switch self {
            case .removed(let old), .both(let old, _): old
            case .added: nil
            }
        }

        /// The file afterwards; `nil` if it was removed.
        package var new: ComparedFile? {
            switch self {
            case .added(let new), .both(_, let new): new
            case .removed: nil
            }
        }

        /// The file afterwards; if it was removed, the file before.
        var shown: ComparedFile {
            switch self {
            case .added(let file), .removed(let file), .both(_, let file): file
            }
        }
    }

    /// Notes and cards.
    package let items: [Pair]
    /// Attachments, extras and files that a notebook cannot contain.
    package let others: [Pair]

    /// Pairs the files of two notebooks.
    ///
    /// Matches items by uuid, or by path if one has no uuid; attachments by their bytes, or by the name that they
    /// were attached under; other files by path.
    package init(_ old: [ComparedFile], _ new: [ComparedFile]) {
        let (gone, come) = Self.withoutSame(old, new)
        func isItem(_ file: ComparedFile) -> Bool { file.type?.isItem == true }
        items = Self.items(gone.filter(isItem), come.filter(isItem))
        others = Self.others(gone.filter { !isItem($0) }, come.filter { !isItem($0) })
    }

    /// Removes the files that have the same path and bytes on both sides.
    private static func withoutSame(
        _ old: [ComparedFile], _ new: [ComparedFile]
    ) -> (old: [ComparedFile], new: [ComparedFile]) {
        // Files are sorted by path, so most unchanged files are found by walking both lists side by side.
        var (gone, come): ([ComparedFile], [ComparedFile]) = ([], [])
        var (next, other) = (0, 0)
        while next < old.count, other < new.count {
            let (before, after) = (old[next], new[other])
            let isSamePath = before.path == after.path
            if isSamePath, before.digest == after.digest {
                (next, other) = (next + 1, other + 1)
            } else if isSamePath || before.path < after.path {
                gone.append(before)
                next += 1
            } else {
                come.append(after)
                other += 1
            }
        }
        return withoutSameAnywhere(gone + old[next...], come + new[other...])
    }

    /// Does the same for files in any order.
    private static func withoutSameAnywhere(
        _ old: [ComparedFile], _ new: [ComparedFile]
    ) -> (old: [ComparedFile], new: [ComparedFile]) {
        var there = Dictionary(old.map { ($0.path, [$0.digest]) }, uniquingKeysWith: +)
        var taken: [BundlePath: [Digest]] = [:]
        let come = new.filter { file in
            guard let index = there[file.path]?.firstIndex(of: file.digest) else { return true }
            there[file.path]?.remove(at: index)
            taken[file.path, default: []].append(file.digest)
            return false
        }
        let gone = old.filter { file in
            guard let index = taken[file.path]?.firstIndex(of: file.digest) else { return true }
            taken[file.path]?.remove(at: index)
            return false
        }
        return (gone, come)
    }

    private static func items(_ old: [ComparedFile], _ new: [ComparedFile]) -> [Pair] {
        var pairing = Pairing(old, new)
        func uuid(_ file: ComparedFile) -> UniqueIdentifier? { file.item?.uuid }
        pairing.pair { file in uuid(file).map { [$0.description, file.path.text] } }
        pairing.pair { file in uuid(file).map { [$0.description] } }
        // Items without a uuid on at least one side.
        pairing.pair({ [$0.path.text] }) { uuid($0) == nil || uuid($1) == nil }
        pairing.pair({ [$0.digest.description, $0.type?.rawValue ?? ""] }) { uuid($0) == nil || uuid($1) == nil }
        return pairing.all
    }

    private static func others(_ old: [ComparedFile], _ new: [ComparedFile]) -> [Pair] {
        var pairing = Pairing(old, new)
        pairing.pair { [$0.path.text] }
        pairing.pair { $0.type == .blob ? [$0.digest.description] : nil }
        // Attachments with new bytes under the same name.
        pairing.pair { file in
            guard file.type == .blob, !file.isInTrash, let name = BlobName(file.path.name) else { return nil }
            return [name.readableName]
        }
        return pairing.all
    }
}

/// Pairs the files of two notebooks step by step.
private struct Pairing {
    private var old: [ComparedFile?]
    private var new: [ComparedFile?]
    private var found: [FilePairs.Pair] = []

    init(_ old: [ComparedFile], _ new: [ComparedFile]) { (self.old, self.new) = (old, new) }

    /// The pairs and the unpaired files, sorted by the path afterwards, or by the path before for removed files.
    var all: [FilePairs.Pair] {
        let rest =
            old.compactMap(\.self).map { FilePairs.Pair.removed($0) }
            + new.compactMap(\.self).map { FilePairs.Pair.added($0) }
        return (found + rest).sorted { one, other in
            guard one.shown.path == other.shown.path else { return one.shown.path < other.shown.path }
            return one.new == nil && other.new != nil
        }
    }

    /// Pairs files that have the same key, in order; skips files whose key is `nil`.
    mutating func pair(
        _ key: (ComparedFile) -> [String]?, if fits: (ComparedFile, ComparedFile) -> Bool = { _, _ in true }
    ) {
        var places: [[String]: [Int]] = [:]
        for index in old.indices.reversed() {
            if let key = old[index].flatMap(key) { places[key, default: []].append(index) }
        }
        guard !places.isEmpty else { return }
        for index in new.indices {
            guard let file = new[index], let key = key(file), let place = places[key]?.last, let before = old[place],
                fits(before, file)
            else { continue }
            places[key]?.removeLast()
            found.append(.both(before, file))
            (old[place], new[index]) = (nil, nil)
        }
    }
}
