import Cores
package import NotebookFiles
package import NotebookFormat
package import NotebookLinks

extension NotebookListing {
    /// Reads the links of all items outside the trash.
    package func linkMap(_ tree: any FileTree, progress: any WorkProgress = NoProgress()) throws -> LinkMap {
        let sources = LinkSources(manifest, try links(of: Set(items.map(\.path)), tree, progress))
        let jobs = OrderedJobs<LinkMap>()
        for start in stride(from: 0, to: sources.count, by: Self.followedAtOnce) {
            let range = start..<min(start + Self.followedAtOnce, sources.count)
            jobs.add { sources.map(of: range) }
        }
        return LinkMap(joining: try jobs.values())
    }

    /// The number of items that a job follows.
    private static let followedAtOnce = 128

    /// Reads the links of one item, and the headings of the items that they lead to.
    package func linkMap(of item: Item, _ tree: any FileTree) throws -> LinkMap {
        let own = try links(of: [item.path], tree, NoProgress())
        return LinkMap(manifest, try withTargets(own, by: manifest, tree))
    }

    /// Reads the links of items outside the trash that may lead, or led, to some files, the links of these files, and
    /// the headings of the items that the links lead to.
    ///
    /// - Parameter before: The earlier manifest, against which links are resolved.
    package func links(
        naming paths: Set<BundlePath>, before: Manifest? = nil, _ tree: any FileTree,
        progress: any WorkProgress = NoProgress()
    ) throws -> [BundlePath: ItemLinks] {
        // An archive is read only once.
        guard tree.directoryReader != nil else { return try links(of: Set(items.map(\.path)), tree, progress) }
        let before = before ?? manifest
        let sources = try TextNamesReader(tree, progress: progress)
            .items(naming: FileNames(of: paths, in: before, manifest), of: manifest)
        let own = try links(of: sources.union(paths.filter(isLiveItem)), tree, NoProgress())
        return try withTargets(own, by: before, tree)
    }

    /// The links of items, and of the items that they lead to according to a manifest.
    private func withTargets(
        _ own: [BundlePath: ItemLinks], by manifest: Manifest, _ tree: any FileTree
    ) throws -> [BundlePath: ItemLinks] {
        let targets = LinkMap(manifest, own).links.compactMap(\.target).filter { own[$0] == nil && isLiveItem($0) }
        return own.merging(try links(of: Set(targets), tree, NoProgress())) { own, _ in own }
    }

    private func isLiveItem(_ path: BundlePath) -> Bool {
        manifest[path]?.type.isItem == true && TrashedPath(path) == nil
    }

    private func links(
        of paths: Set<BundlePath>, _ tree: any FileTree, _ progress: any WorkProgress
    ) throws -> [BundlePath: ItemLinks] {
        guard !paths.isEmpty else { return [:] }
        // A file that is not an item has no links.
        let found = try ItemPass(tree, progress: progress).map(paths) { path, bytes in
            (try? ItemFile(bytes)).map { (path, ItemLinks($0)) }
        }
        return Dictionary(found) { first, _ in first }
    }
}
