import NotebookFormat
import NotebookText
import Synchronization

/// The files that a wiki link may mean.
///
/// Finding the nearest among them looks only at the folders above the link, however many they are.
final class NearestFiles: Sendable {
    /// The files below a folder that are nearest to it.
    private struct Nearest {
        var rank: Rank
        var paths: [BundlePath]
    }

    /// The number of folders below, and then the type.
    private struct Rank: Comparable {
        let depth: Int
        let order: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (left.depth, left.order) < (right.depth, right.order)
        }
    }

    /// Those below each folder that has some; the top level has the empty path.
    private let below: [Substring: Nearest]
    /// What links from a folder lead to, as far as somebody asked.
    private let known = Mutex<[Link: LinkTarget]>([:])

    private struct Link: Hashable {
        let target: String
        let folder: String
    }

    init(_ paths: [BundlePath]) {
        var below: [Substring: Nearest] = [:]
        for path in paths {
            let folder = FolderPath(of: path)?.text ?? ""
            let order = Self.order(of: path)
            for (depth, above) in Self.foldersAbove(folder).enumerated() {
                let rank = Rank(depth: depth, order: order)
                let old = below[above]?.rank
                if let old, old < rank { continue }
                if old == rank {
                    below[above]?.paths.append(path)
                } else {
                    below[above] = Nearest(rank: rank, paths: [path])
                }
            }
        }
        self.below = below
    }

    /// The nearest file; of two at the same distance, a note before a card before a blob, and then one that `isNamed`
    /// tells to have the target as it is written.
    func target(_ target: String, from source: BundlePath, isNamed: (BundlePath) -> Bool) -> LinkTarget {
        let folder = FolderPath(of: TrashedPath(source)?.oldPath ?? source)?.text ?? ""
        let link = Link(target: target, folder: folder)
        if let found = known.withLock({ $0[link] }) { return found }
        let nearest = nearest(to: folder)
        let exact = nearest.count > 1 ? nearest.filter(isNamed) : []
        let found = exact.isEmpty ? nearest : exact
        let result: LinkTarget =
            switch found.count {
            case 0: .nothing(nil)
            case 1: .file(found[0])
            default: .ambiguous(found.sorted())
            }
        known.withLock { $0[link] = result }
        return result
    }

    private func nearest(to folder: String) -> [BundlePath] {
        var best: (rank: Rank, paths: [BundlePath])?
        for (height, above) in Self.foldersAbove(folder).enumerated() {
            guard let nearest = below[above] else { continue }
            let rank = Rank(depth: height + nearest.rank.depth, order: nearest.rank.order)
            let old = best?.rank
            if let old, old < rank { continue }
            if old == rank {
                best?.paths += nearest.paths
            } else {
                best = (rank, nearest.paths)
            }
        }
        return best?.paths ?? []
    }

    /// A folder and those above it, from itself to the top level.
    private static func foldersAbove(_ folder: String) -> [Substring] {
        var folders: [Substring] = []
        var rest = folder[...]
        while !rest.isEmpty {
            folders.append(rest)
            rest = rest[..<(rest.utf8.lastIndex(of: UInt8(ascii: "/")) ?? rest.startIndex)]
        }
        return folders + [""]
    }

    private static func order(of path: BundlePath) -> Int {
        switch FileType(of: path) {
        case .note: 0
        case .card: 1
        default: 2
        }
    }
}

/// The files that links with the same target may mean, wherever they are: those targets that may mean several, by their keys.
final class AmbiguousTargets: Sendable {
    private let files = Mutex<[String: NearestFiles]>([:])
    /// Whether there are any: most notebooks have none.
    private let isUsed = Atomic(false)

    /// The files for a key; `nil` if nobody asked yet, or there are not several.
    func files(for key: String) -> NearestFiles? {
        guard isUsed.load(ordering: .acquiring) else { return nil }
        return files.withLock { $0[key] }
    }

    func add(_ found: NearestFiles, for key: String) {
        files.withLock { $0[key] = found }
        isUsed.store(true, ordering: .releasing)
    }
}
