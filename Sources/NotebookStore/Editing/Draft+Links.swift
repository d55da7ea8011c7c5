import Cores
public import NotebookFormat
package import NotebookLinks
import NotebookQuery
public import NotebookText

/// A link that no longer leads to its target, because no link written in its place can.
public struct UnkeptLink: Hashable, Sendable {
    /// The item that contains it.
    public let item: BundlePath
    /// The link.
    package let link: FoundLink

    /// Makes the value of its parts.
    package init(item: BundlePath, link: FoundLink) { (self.item, self.link) = (item, link) }

    /// The position of the link in the item.
    public var position: TextPosition { link.position }

    /// The target as it is written, without heading and label of a wiki link.
    public var written: String { link.written }
}

/// The updates of links.
public struct LinkKeeping: Sendable {
    /// The items whose links were rewritten, in the order of their paths.
    public internal(set) var changed: [BundlePath] = []
    /// The links that could not be updated.
    public internal(set) var unkept: [UnkeptLink] = []
    /// The names of smart folders whose queries were rewritten.
    package internal(set) var smartFolders: [String] = []
    /// The items that are gone, or in a cloud only, and may have links that could not be updated, in the order of their
    /// paths.
    package internal(set) var gone: [BundlePath] = []

    /// Makes the value of its parts.
    package init(
        changed: [BundlePath] = [], unkept: [UnkeptLink] = [], smartFolders: [String] = [], gone: [BundlePath] = []
    ) {
        (self.changed, self.unkept, self.smartFolders, self.gone) = (changed, unkept, smartFolders, gone)
    }

    /// Combines this with later updates.
    package func adding(_ later: LinkKeeping) -> LinkKeeping {
        LinkKeeping(
            changed: Set(changed + later.changed).sorted(), unkept: unkept + later.unkept,
            smartFolders: smartFolders + later.smartFolders.filter { !smartFolders.contains($0) },
            gone: Set(gone + later.gone).sorted())
    }
}

extension Draft {
    /// Records that an item was moved or renamed, so that links to and from it, and queries that name it, are updated.
    ///
    /// - Parameter isKnown: Whether links to the old path mean this item, rather than another item at that path.
    mutating func recordMove(of old: BundlePath, to new: BundlePath, isKnown: Bool = true) {
        moved.record(old, to: new, isKnown: isKnown)
        if old != new { follow(QueryRenaming.path(old, to: new)) }
    }

    /// Updates the queries of smart folders that name renamed items and folders.
    mutating func follow(_ renamings: [QueryRenaming]) {
        for index in description.smartFolders.indices {
            let folder = description.smartFolders[index]
            guard let query = (try? Query(folder.predicate))?.following(renamings) else { continue }
            description.smartFolders[index].predicate = query.description
            moved.recordFollowing(folder.name)
        }
    }

    /// Updates all links to and from items that were moved or renamed since the last update; a commit also does this.
    ///
    /// Reads notes and cards outside the trash whose links may name something moved or renamed, and changes those that
    /// would lead elsewhere; their modification dates stay. Skips files whose content is not an item.
    ///
    /// - Throws: an error if items cannot be read or written.
    @discardableResult
    package mutating func keepLinks() throws -> LinkKeeping {
        guard keepsLinks, !moved.isEmpty else { return LinkKeeping() }
        var before = manifestBeforeMoves
        var (moves, origins, settled, mergedHeadings) = (
            moved.targets, moved.origins, moved.settled, moved.mergedHeadings
        )
        var unkept = moved.unkept
        var (all, gone): (Set<BundlePath>, Set<BundlePath>) = ([], [])
        var touched = Set(writtenPaths + deletedPaths)
            .union(moves.flatMap { [$0, $1] }).union(origins.flatMap { [$0, $1] })
        // The title of a card without one is its text, so updating a link in it can require updates of other links.
        for _ in 1...Self.maximumRounds {
            let after = manifest
            // Links to a file that keeps its path and title lead where they did, unless another file has taken its
            // path.
            let renamed = touched.filter { path in
                guard let old = before[path], let new = after[path], moves[path] == nil else { return true }
                return old.item?.title != new.item?.title || old.item?.uuid != new.item?.uuid
            }
            let names = FileNames(of: renamed, in: before, after)
            let sources: (named: Set<BundlePath>, gone: Set<BundlePath>) =
                try renamed.isEmpty ? ([], []) : self.sources(naming: names, of: after)
            gone.formUnion(sources.gone)
            let items = sources.named.union(origins.keys).subtracting(settled)
            guard !items.isEmpty else { break }
            let links = KeptLinks(before: before, after: after, moves: moves, mergedHeadings: mergedHeadings)
            let changed = try rewriting(links, items.sorted(), origins, &unkept)
            for change in changed { try write(change.item, at: change.path, insteadOf: change.digest) }
            all.formUnion(changed.map(\.path))
            let isSettled = changed.allSatisfy { entry($0.path)?.item?.title == after[$0.path]?.item?.title }
            (before, moves, origins, settled, mergedHeadings) = (after, [:], [:], [], [])
            if isSettled { break }
            touched = Set(changed.map(\.path))
        }
        let keeping = LinkKeeping(changed: all.sorted(), unkept: unkept, gone: gone.sorted())
        moved.recordKept(keeping)
        return keeping
    }

    private static var maximumRounds: Int { 5 }

    /// The files before the change, with restored items at the paths that they had.
    var manifestBeforeMoves: Manifest {
        let restored = moved.targets.compactMap { old, new -> Entry? in
            guard listing.manifest[old] == nil, let entry = entry(new) else { return nil }
            return Entry(path: old, type: entry.type, size: entry.size, digest: entry.digest, item: entry.item)
        }
        return listing.manifest.replacing(removed: [], put: restored)
    }

    private struct Changed: Sendable {
        let path: BundlePath
        let digest: Digest
        let item: ItemFile
    }

    private func rewriting(
        _ links: KeptLinks, _ items: [BundlePath], _ origins: [BundlePath: BundlePath], _ unkept: inout [UnkeptLink]
    ) throws -> [Changed] {
        let jobs = OrderedJobs<[Rewriting]>()
        let reader = peekingReader
        for start in stride(from: 0, to: items.count, by: Self.itemsAtOnce) {
            let batch = items[start..<min(start + Self.itemsAtOnce, items.count)]
            jobs.add {
                try zip(batch, reader.contents(of: Array(batch))).compactMap { path, bytes in
                    guard let bytes, let item = try? ItemFile(bytes) else { return nil }
                    let result = try links.rewriting(item, from: origins[path] ?? path, to: path)
                    let lost = result.unkept.map { UnkeptLink(item: path, link: $0) }
                    let isChanged = result.item.bytes != bytes
                    return Rewriting(
                        change: isChanged ? Changed(path: path, digest: Digest.of(bytes), item: result.item) : nil,
                        unkept: lost)
                }
            }
        }
        let results = try jobs.values().flatMap(\.self)
        unkept += results.flatMap(\.unkept)
        return results.compactMap(\.change)
    }

    private static var itemsAtOnce: Int { 64 }

    private struct Rewriting: Sendable {
        let change: Changed?
        let unkept: [UnkeptLink]
    }
}

/// The files that a draft moves, merges and renames, for updating links.
package struct MovedFiles {
    /// The paths of items moved or renamed since the last update of links, by the paths that links use.
    private(set) var targets: [BundlePath: BundlePath] = [:]
    /// The old paths of moved items, from which their own relative links are resolved.
    private(set) var origins: [BundlePath: BundlePath] = [:]
    /// Items whose own links are up to date.
    private(set) var settled: Set<BundlePath> = []
    /// The new places of headings in merged items.
    private(set) var mergedHeadings: [JoinedAnchors] = []
    /// Links that could not be updated, to be reported with the others.
    var unkept: [UnkeptLink] = []
    /// The paths of all moved files before the change.
    private(set) var pathsBefore: [BundlePath: BundlePath] = [:]
    /// The updates of links so far.
    private(set) var kept = LinkKeeping()

    /// Whether new items may make it necessary to update links.
    private(set) var hasNewNames = false

    /// Whether no links have to be updated.
    var isEmpty: Bool { origins.isEmpty && targets.isEmpty && !hasNewNames }

    /// Records that a file moves with its bytes unchanged.
    mutating func recordBytes(of old: BundlePath, to new: BundlePath) {
        pathsBefore[new] = pathsBefore.removeValue(forKey: old) ?? old
    }

    /// Records that an item was moved or renamed, so that links to and from it are updated.
    ///
    /// - Parameter isKnown: Whether links to the old path mean this item, rather than another item at that path.
    mutating func record(_ old: BundlePath, to new: BundlePath, isKnown: Bool = true) {
        let origin = origins.removeValue(forKey: old) ?? old
        origins[new] = origin
        pathsBefore[new] = pathsBefore[new] ?? pathsBefore.removeValue(forKey: old) ?? old
        if isKnown { targets[origin] = new }
    }

    /// Records that a file without links of its own was moved, so that links to it are updated.
    mutating func record(file old: BundlePath, to new: BundlePath) { targets[old] = new }

    /// A move of one of several items that move at the same time.
    package struct Move {
        let old: BundlePath
        let new: BundlePath
        /// Whether links to and from it are updated.
        let isLinked: Bool

        /// Makes the value of its parts.
        package init(old: BundlePath, new: BundlePath, isLinked: Bool) {
            (self.old, self.new, self.isLinked) = (old, new, isLinked)
        }
    }

    /// Records items that move at the same time, so that one may get the path that another had.
    package mutating func record(together moves: [Move]) {
        let (origins, paths) = (self.origins, pathsBefore)
        for move in moves { (self.origins[move.old], pathsBefore[move.old]) = (nil, nil) }
        for move in moves {
            pathsBefore[move.new] = paths[move.old] ?? move.old
            guard move.isLinked else { continue }
            let origin = origins[move.old] ?? move.old
            self.origins[move.new] = origin
            targets[origin] = move.new
        }
    }

    /// Records that an item is gone, and that links to it have to lead to another item.
    ///
    /// - Parameters:
    ///   - path: The other item, whose own links are up to date.
    ///   - mergedHeading: The places of the headings of both.
    mutating func recordRedirect(of old: BundlePath, to path: BundlePath, _ mergedHeading: JoinedAnchors) {
        targets[old] = path
        settled.insert(path)
        mergedHeadings.append(mergedHeading)
    }

    /// Records that items were written whose own links are up to date, but whose names may make other links ambiguous.
    package mutating func recordSettled(_ items: some Sequence<BundlePath>) {
        settled.formUnion(items)
        hasNewNames = !settled.isEmpty
    }

    /// Clears the moved items after links were updated.
    mutating func recordKept(_ keeping: LinkKeeping) {
        (targets, origins, settled, mergedHeadings, unkept) = ([:], [:], [], [], [])
        hasNewNames = false
        kept = kept.adding(keeping)
    }

    /// Records that the query of a smart folder was rewritten.
    mutating func recordFollowing(_ smartFolder: String) {
        kept = kept.adding(LinkKeeping(smartFolders: [smartFolder]))
    }
}
