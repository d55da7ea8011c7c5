import Cores
package import NotebookFiles
package import NotebookFormat
package import NotebookLinks
import NotebookText

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

    /// The links between files, from all items outside the trash; texts whose targets are cached are not read.
    ///
    /// - Parameter look: A look at the files that the manifest lists, if there is one.
    /// - Returns: One edge for each pair, by source and target.
    package func linkEdges(
        _ tree: any FileTree, look: DirectoryScan? = nil, progress: any WorkProgress = NoProgress()
    ) throws -> [LinkGraph.Edge] {
        // An archive is read only once.
        guard tree.directoryReader != nil else { return try linkMap(tree, progress: progress).edges }
        let check = LinkCheck(manifest, anchors: [:])
        let found = try TextNamesReader(tree, look: look, progress: progress).targets(of: manifest) { path, targets in
            var counts: [BundlePath: Int] = [:]
            let areAll = targets.forEach { name, count in
                if let target = check.goal(of: name, in: path).file { counts[target, default: 0] += count }
            }
            return (path: path, edges: areAll ? LinkGraph.Edge.all(from: path, counts) : nil)
        }
        let rest = Set(found.filter { $0.edges == nil }.map(\.path))
        let read = rest.isEmpty ? [] : LinkMap(manifest, try links(of: rest, tree, NoProgress())).edges
        return (found.flatMap { $0.edges ?? [] } + read).sorted { ($0.source, $0.target) < ($1.source, $1.target) }
    }

    /// The broken links of all items outside the trash, by their items.
    ///
    /// Of texts whose targets are cached, reads only those that may have some, unless these are many.
    package func brokenLinks(
        _ tree: any FileTree, progress: any WorkProgress = NoProgress()
    ) throws -> [LinkMap.Link] {
        guard tree.directoryReader != nil else { return try linkMap(tree, progress: progress).broken }
        let check = LinkCheck(manifest, anchors: [:])
        let found = try TextNamesReader(tree, progress: progress).targets(of: manifest) {
            path, targets -> BundlePath? in
            var mayBeBroken = false
            let areAll = targets.forEach { name, _ in
                switch check.goal(of: name, in: path) {
                case .broken: mayBeBroken = true
                // Only the text of the target shows whether it has the heading.
                case .file: mayBeBroken = mayBeBroken || name.writtenPlace != nil
                case .folder, .external: break
                }
            }
            return areAll && !mayBeBroken ? nil : path
        }
        let sources = Set(found.compactMap(\.self))
        // All are read and resolved on several cores, but these on one.
        guard sources.count < items.count / 8 else { return try linkMap(tree, progress: progress).broken }
        let own = try links(of: sources, tree, NoProgress())
        return LinkMap(manifest, try withTargets(own, by: manifest, tree)).broken.filter { sources.contains($0.source) }
    }

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
        try sources(naming: paths, before: before, tree, progress: progress).links
    }

    /// The same, with the items that are gone, or in a cloud only, and may have such links.
    package func sources(
        naming paths: Set<BundlePath>, before: Manifest? = nil, _ tree: any FileTree,
        progress: any WorkProgress = NoProgress()
    ) throws -> (links: [BundlePath: ItemLinks], gone: Set<BundlePath>) {
        // An archive is read only once.
        guard tree.directoryReader != nil else { return (try links(of: Set(items.map(\.path)), tree, progress), []) }
        let before = before ?? manifest
        let sources = try TextNamesReader(tree, progress: progress)
            .sources(naming: FileNames(of: paths, in: before, manifest), of: manifest)
        let own = try links(of: sources.named.union(paths.filter(isLiveItem)), tree, NoProgress())
        return (try withTargets(own, by: before, tree), sources.gone.subtracting(paths))
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
