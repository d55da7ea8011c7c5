import NotebookFormat

/// The files that a draft moves, joins and renames, as far as links have to know it.
struct MovedFiles {
    /// The paths of items that were moved or renamed since links were last kept, by those that links know them by.
    private(set) var targets: [BundlePath: BundlePath] = [:]
    /// The paths that moved items had, from which their own links start.
    private(set) var origins: [BundlePath: BundlePath] = [:]
    /// Items whose own links are right already.
    private(set) var settled: Set<BundlePath> = []
    /// Where the headings of items went whose texts were joined.
    private(set) var joints: [JoinedAnchors] = []
    /// Links that could not be kept, to be reported with the others.
    var unkept: [UnkeptLink] = []
    /// The paths that all moved files had before the change.
    private(set) var pathsBefore: [BundlePath: BundlePath] = [:]
    /// What was done so far to keep links.
    private(set) var kept = LinkKeeping()

    /// Whether links have nothing to follow.
    var isEmpty: Bool { origins.isEmpty && targets.isEmpty }

    /// Notes that the bytes of a file get another path.
    mutating func noteBytes(of old: BundlePath, to new: BundlePath) {
        pathsBefore[new] = pathsBefore.removeValue(forKey: old) ?? old
    }

    /// Notes that an item was moved or renamed, so that links to and from it are kept.
    ///
    /// - Parameter isKnown: Whether links to the old path mean this item, and not another one that has the path.
    mutating func note(_ old: BundlePath, to new: BundlePath, isKnown: Bool = true) {
        let origin = origins.removeValue(forKey: old) ?? old
        origins[new] = origin
        pathsBefore[new] = pathsBefore[new] ?? pathsBefore.removeValue(forKey: old) ?? old
        if isKnown { targets[origin] = new }
    }

    /// Notes that an item is gone, and that links to it are to lead to another.
    ///
    /// - Parameters:
    ///   - path: The other item, whose own links are right already.
    ///   - joint: Where the headings of both are.
    mutating func noteRedirect(of old: BundlePath, to path: BundlePath, _ joint: JoinedAnchors) {
        targets[old] = path
        settled.insert(path)
        joints.append(joint)
    }

    /// Forgets what was moved: links have been kept.
    mutating func noteKept(_ keeping: LinkKeeping) {
        (targets, origins, settled, joints, unkept) = ([:], [:], [], [], [])
        kept = kept.adding(keeping)
    }

    /// Notes that the query of a smart folder was rewritten.
    mutating func noteFollowing(_ smartFolder: String) {
        kept = kept.adding(LinkKeeping(smartFolders: [smartFolder]))
    }
}
