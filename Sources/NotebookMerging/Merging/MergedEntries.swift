package import NotebookFormat
import NotebookText

/// A three-way merge of two versions of a manifest, entry by entry.
///
/// Items are the same if they have the same uuid, whatever their paths; other files if they have the same path.
/// Manifests alone cannot merge files that both sides changed: these are left to the caller, who may have the contents.
package struct MergedEntries: Sendable {
    /// A file that both sides changed, or that one side moved and the other changed.
    package struct Pair: Sendable {
        /// The path of the merged file.
        package let path: BundlePath
        /// The common ancestor; `nil` if both sides added the file.
        package let base: Entry?
        package let mine: Entry
        package let theirs: Entry

        /// The entry to use while the merged content is unknown: the one of the side that has the merged path.
        package var unmerged: Entry { mine.path == path ? mine : theirs }
    }

    /// Something a person should know about a file, because git asks about it or decides in its own way.
    package enum Notice: Hashable, Sendable {
        /// Both sides moved the file to different paths; both files stay.
        case movedTwice(BundlePath, mine: BundlePath, theirs: BundlePath)
        /// One side deleted the file, and the other changed or moved it; it stays.
        case deletedAndChanged(BundlePath)
        /// One side moved the item to the trash, and the other changed it; the changed version is in the trash.
        case trashedAndChanged(BundlePath, trashed: BundlePath)
    }

    /// The manifest without the entries of `pairs`.
    package let settled: Manifest
    /// The files that only a merge of their contents can decide.
    package let pairs: [Pair]
    /// The notices, in the order of the paths.
    package let notices: [Notice]

    /// Merges two manifests.
    ///
    /// - Parameter base: The common ancestor; an empty manifest if there is none.
    package init(base: Manifest, mine: Manifest, theirs: Manifest) {
        let (one, other) = (Edits(from: base, to: mine), Edits(from: base, to: theirs))
        var pairs: [Pair] = []
        var removed: Set<BundlePath> = []
        var put: [Entry] = []
        var notices: [Notice] = []
        func place(_ old: Entry?, _ mine: Entry, _ theirs: Entry) {
            let isHere = old.map { $0.path == mine.path } ?? true
            let isThere = old.map { $0.path == theirs.path } ?? true
            // Both sides moved it to different places: keeps both, and somebody has to choose.
            guard mine.path == theirs.path || isHere || isThere else {
                if let old { notices.append(.movedTwice(old.path, mine: mine.path, theirs: theirs.path)) }
                return put += [mine, theirs]
            }
            let path = isHere ? theirs.path : mine.path
            if let old, isHere != isThere, TrashedPath(path) != nil, (isHere ? mine : theirs).digest != old.digest {
                notices.append(.trashedAndChanged(old.path, trashed: path))
            }
            if mine == theirs || mine.path == path && theirs.digest == old?.digest {
                put.append(mine)
            } else if theirs.path == path, mine.digest == old?.digest {
                put.append(theirs)
            } else {
                pairs.append(Pair(path: path, base: old, mine: mine, theirs: theirs))
            }
        }
        let all = one.old.merging(other.old) { first, _ in first }.sorted { $0.key < $1.key }
        for (path, old) in all {
            removed.insert(path)
            if one.old[path] != nil, other.old[path] != nil, (one.changed[path] == nil) != (other.changed[path] == nil)
            {
                notices.append(.deletedAndChanged(path))
            }
            switch (one.changed[path], other.changed[path]) {
            case (let mine?, let theirs?): place(old, mine, theirs)
            // Only one side changed it, even if the other deleted it: keeps the changed file.
            case (let entry?, nil), (nil, let entry?): put.append(entry)
            case (nil, nil): break
            }
        }
        for (path, mine) in one.added {
            if let theirs = other.added[path] { place(nil, mine, theirs) } else { put.append(mine) }
        }
        put += other.added.filter { one.added[$0.key] == nil }.values
        // If both sides have a file at a path, git merges the contents or asks, so one entry is enough.
        var taken = Set(pairs.map(\.path))
        let kept = put.sorted { $0.path < $1.path }.filter { taken.insert($0.path).inserted }
        settled = base.replacing(removed: removed, put: kept)
        self.pairs = pairs.sorted { $0.path < $1.path }
        self.notices = notices
    }

    /// The changes of one side to the files of the common ancestor.
    private struct Edits {
        /// The files that it changed, moved or deleted, by their paths before.
        var old: [BundlePath: Entry] = [:]
        /// The files that it changed or moved, as they are now, by their paths before.
        var changed: [BundlePath: Entry] = [:]
        /// The files that it added.
        var added: [BundlePath: Entry] = [:]

        init(from base: Manifest, to side: Manifest) {
            for index in base.entries.indices {
                let path = base.entries.path(at: index)
                let isSame = side.index(of: path).map {
                    side.entries.digest(at: $0) == base.entries.digest(at: index)
                }
                if isSame != true { old[path] = base.entries[index] }
            }
            for index in side.entries.indices {
                let path = side.entries.path(at: index)
                if old[path] == nil, base.index(of: path) != nil { continue }
                added[path] = side.entries[index]
            }
            let places = Dictionary(old.values.compactMap { entry in entry.item?.uuid.map { ($0, entry.path) } }) {
                min($0, $1)
            }
            for (path, entry) in added.sorted(by: { $0.key < $1.key }) {
                guard let uuid = entry.item?.uuid, let before = places[uuid], changed[before] == nil else { continue }
                changed[before] = entry
                added[path] = nil
            }
            for (path, entry) in added where old[path] != nil && changed[path] == nil {
                changed[path] = entry
                added[path] = nil
            }
        }
    }
}
