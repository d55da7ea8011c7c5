import Cores
public import NotebookFormat
public import NotebookLinks
import NotebookQuery
import NotebookText

/// A link that cannot be updated: no link written in its place can lead to its target.
public struct UnkeptLink: Hashable, Sendable {
    /// The item that contains it.
    public let item: BundlePath
    /// The link.
    public let link: FoundLink
}

/// The updates of links.
public struct LinkKeeping: Sendable {
    /// The items whose links were rewritten, in the order of their paths.
    public internal(set) var changed: [BundlePath] = []
    /// The links that could not be updated.
    public internal(set) var unkept: [UnkeptLink] = []
    /// The names of smart folders whose queries were rewritten.
    public internal(set) var smartFolders: [String] = []
    /// The items that are gone, or in a cloud only, and may have links that could not be updated, in the order of their
    /// paths.
    public internal(set) var gone: [BundlePath] = []

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
    mutating func noteMove(of old: BundlePath, to new: BundlePath, isKnown: Bool = true) {
        moved.note(old, to: new, isKnown: isKnown)
        if old != new { follow(QueryRenaming.path(old, to: new)) }
    }

    /// Updates the queries of smart folders that name renamed items and folders.
    mutating func follow(_ renamings: [QueryRenaming]) {
        for index in description.smartFolders.indices {
            let folder = description.smartFolders[index]
            guard let query = (try? Query(folder.predicate))?.following(renamings) else { continue }
            description.smartFolders[index].predicate = query.description
            moved.noteFollowing(folder.name)
        }
    }

    /// Updates all links to and from items that were moved or renamed since the last update; a commit also does this.
    ///
    /// Reads notes and cards outside the trash whose links may name something moved or renamed, and changes those that
    /// would lead elsewhere; their modification dates stay. Skips files whose content is not an item.
    ///
    /// - Throws: an error if items cannot be read or written.
    @discardableResult
    public mutating func keepLinks() throws -> LinkKeeping {
        guard keepsLinks, !moved.isEmpty else { return LinkKeeping() }
        var before = manifestBeforeMoves
        var (moves, origins, settled, joints) = (moved.targets, moved.origins, moved.settled, moved.joints)
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
            let links = KeptLinks(before: before, after: after, moves: moves, joints: joints)
            let changed = try rewriting(links, items.sorted(), origins, &unkept)
            for change in changed { try write(change.item, at: change.path, insteadOf: change.digest) }
            all.formUnion(changed.map(\.path))
            let isSettled = changed.allSatisfy { entry($0.path)?.item?.title == after[$0.path]?.item?.title }
            (before, moves, origins, settled, joints) = (after, [:], [:], [], [])
            if isSettled { break }
            touched = Set(changed.map(\.path))
        }
        let keeping = LinkKeeping(changed: all.sorted(), unkept: unkept, gone: gone.sorted())
        moved.noteKept(keeping)
        return keeping
    }

    private static var maximumRounds: Int { 5 }

    /// The files before the change, with restored items at the paths that they had.
    var manifestBeforeMoves: Manifest {
        let restored = moved.targets.compactMap { old, new -> Entry? in
            guard notebook.manifest[old] == nil, let entry = entry(new) else { return nil }
            return Entry(path: old, type: entry.type, size: entry.size, digest: entry.digest, item: entry.item)
        }
        return notebook.manifest.replacing(removed: [], put: restored)
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
