package import NotebookFormat
import NotebookLinks

/// The files that a draft moves, merges and renames, for updating links.
package struct MovedFiles {
    /// The paths of items moved or renamed since the last update of links, by the paths that links use.
    private(set) var targets: [BundlePath: BundlePath] = [:]
    /// The old paths of moved items, from which their own relative links are resolved.
    private(set) var origins: [BundlePath: BundlePath] = [:]
    /// Items whose own links are up to date.
    private(set) var settled: Set<BundlePath> = []
    /// The new places of headings in merged items.
    private(set) var joints: [JoinedAnchors] = []
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
    mutating func noteBytes(of old: BundlePath, to new: BundlePath) {
        pathsBefore[new] = pathsBefore.removeValue(forKey: old) ?? old
    }

    /// Records that an item was moved or renamed, so that links to and from it are updated.
    ///
    /// - Parameter isKnown: Whether links to the old path mean this item, rather than another item at that path.
    mutating func note(_ old: BundlePath, to new: BundlePath, isKnown: Bool = true) {
        let origin = origins.removeValue(forKey: old) ?? old
        origins[new] = origin
        pathsBefore[new] = pathsBefore[new] ?? pathsBefore.removeValue(forKey: old) ?? old
        if isKnown { targets[origin] = new }
    }

    /// Records that a file without links of its own was moved, so that links to it are updated.
    mutating func note(file old: BundlePath, to new: BundlePath) { targets[old] = new }

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
    package mutating func note(together moves: [Move]) {
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
    ///   - joint: The places of the headings of both.
    mutating func noteRedirect(of old: BundlePath, to path: BundlePath, _ joint: JoinedAnchors) {
        targets[old] = path
        settled.insert(path)
        joints.append(joint)
    }

    /// Records that items were written whose own links are up to date, but whose names may make other links ambiguous.
    package mutating func noteSettled(_ items: some Sequence<BundlePath>) {
        settled.formUnion(items)
        hasNewNames = !settled.isEmpty
    }

    /// Clears the moved items after links were updated.
    mutating func noteKept(_ keeping: LinkKeeping) {
        (targets, origins, settled, joints, unkept) = ([:], [:], [], [], [])
        hasNewNames = false
        kept = kept.adding(keeping)
    }

    /// Records that the query of a smart folder was rewritten.
    mutating func noteFollowing(_ smartFolder: String) {
        kept = kept.adding(LinkKeeping(smartFolders: [smartFolder]))
    }
}
