import Cores
package import NotebookFiles
package import NotebookFormat
package import NotebookLinks
package import NotebookQuery
import NotebookText

extension NotebookListing {
    /// The items that match a query, in their order.
    ///
    /// Reads the files of items only if the manifest, and then their tags, cannot answer the query.
    ///
    /// - Parameters:
    ///   - tags: The tags of the items, if they were read.
    ///   - look: A look at the files, if there is one.
    package func select(
        _ items: [Item], _ query: Query, in context: QueryContext, files: some FileTree, tags: ItemTags? = nil,
        look: DirectoryScan? = nil
    ) throws -> [Item] {
        let countsInlineTags = query.fields.contains(.tag) && description.settings.countsInlineTags
        let (query, needs) = (query.prepared(for: context), Item.Needs(of: query.fields))
        @Sendable func facts(_ item: Item, _ tags: ItemTags?, _ connections: Connections? = nil) -> ItemFacts {
            var facts = item.facts(needs)
            facts.connections = connections?[item.path]
            if countsInlineTags { facts.inlineTags = tags?.inText(of: item) }
            return facts
        }
        var answers = try items.mappedOnAllCores(atOnce: Self.itemsAtOnce) { item in
            query.answer(for: facts(item, tags), in: context)
        }
        var (tags, connections) = (tags, Connections?.none)
        // The indices of the items whose files have to be read.
        var open = items.indices.filter { answers[$0] == nil }
        if countsInlineTags, tags == nil, !open.isEmpty {
            tags = try itemTags(of: Set(open.map { items[$0].path }), files, look: look)
            for index in open {
                answers[index] = query.answer(for: facts(items[index], tags, connections), in: context)
            }
            open.removeAll { answers[$0] != nil }
        }
        if query.asksForConnections, !open.isEmpty {
            connections = try self.connections(askedBy: query, files)
            for index in open {
                answers[index] = query.answer(for: facts(items[index], tags, connections), in: context)
            }
            open.removeAll { answers[$0] != nil }
        }
        if !open.isEmpty {
            let resolver = query.parts.contains(.attachments) ? LinkResolver(manifest) : nil
            let places = Dictionary(open.map { (items[$0].path, $0) }) { first, _ in first }
            try files.readItems(Set(places.keys)) { path, bytes in
                guard let place = places[path], let file = try? ItemFile(bytes) else { return }
                var facts = facts(items[place], tags, connections)
                facts.content = ItemContent(file, at: path, parts: query.parts, resolver: resolver)
                answers[place] = query.matches(facts, in: context)
            }
        }
        return zip(items, answers).lazy.filter { $1 == true }.map(\.0)
    }

    /// How many items one job compares with a query.
    private static var itemsAtOnce: Int { 1_000 }
}

extension Item {
    /// The texts of an item that a query needs: most smart folders ask for dates, and making strings is most of the work.
    struct Needs {
        fileprivate let title: Bool
        fileprivate let path: Bool
        fileprivate let tags: Bool

        /// What these fields need.
        init(of fields: Set<QueryField>) {
            title = fields.contains(.title)
            path = !fields.isDisjoint(with: [.path, .folder])
            tags = fields.contains(.tag)
        }
    }

    /// What a query can ask about the item without its file; texts only if they are needed, and another path if its own
    /// is not.
    func facts(of fields: Set<QueryField>) -> ItemFacts { facts(Needs(of: fields)) }

    fileprivate func facts(_ needs: Needs) -> ItemFacts {
        ItemFacts(
            path: needs.path ? livePath : .notebook, kind: type,
            item: metadata(withTitle: needs.title, withTags: needs.tags), notebookCreated: created,
            isTrashed: isInTrash, size: size)
    }
}

extension FileTree {
    /// Reads some items: one by one from a directory, in one pass through an archive.
    package func readItems(_ paths: Set<BundlePath>, _ body: (BundlePath, [UInt8]) throws -> Void) throws {
        guard archiveDirectory != nil else {
            for path in paths.sorted() {
                guard let bytes = try content(of: path, limit: ItemFile.maximumBytes) else { continue }
                try body(path, bytes)
            }
            return
        }
        var rest = paths
        try forEachFile { file, content in
            guard case .file(let path) = file.place, rest.remove(path) != nil else { return .goOn }
            try body(path, try content.bytes(limit: ItemFile.maximumBytes))
            return rest.isEmpty ? .stop : .goOn
        }
    }
}

extension NotebookListing {
    /// The sentences around links; `nil` for links that no longer exist.
    package func sentences(of links: [LinkMap.Link], _ tree: any FileTree) throws -> [Snippet?] {
        let places = Dictionary(grouping: links, by: \.source).mapValues { Set($0.map(\.link.found.position)) }
        let found = try ItemPass(tree).map(Set(places.keys)) { path, bytes in
            (try? ItemFile(bytes)).map { (path, $0.sentences(ofLinksAt: places[path] ?? [])) }
        }
        let sentences = Dictionary(found) { first, _ in first }
        return links.map { sentences[$0.source]?[$0.link.found.position] }
    }

    /// Where items outside the trash mention an item without a link, sorted by path.
    package func mentions(
        of item: Item, _ tree: any FileTree, progress: any WorkProgress = NoProgress()
    ) throws -> [Mention] {
        let aliases = try tree.content(of: item.path, limit: ItemFile.maximumBytes).map(ItemAliases.of) ?? []
        let names = MentionedNames([item.title, item.path.stem] + aliases)
        let others = Set(items.map(\.path)).subtracting([item.path])
        return try ItemPass(tree, progress: progress).map(others) { path, bytes in
            (try? ItemFile(bytes)).map { names.mentions(in: $0, at: path) }
        }.flatMap(\.self).sorted { ($0.source, $0.position) < ($1.source, $1.position) }
    }

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
    /// - Returns: One edge for each pair, by source and target.
    package func linkEdges(
        _ tree: any FileTree, progress: any WorkProgress = NoProgress()
    ) throws -> [LinkGraph.Edge] {
        // An archive is read only once.
        guard tree.directoryReader != nil else { return try linkMap(tree, progress: progress).edges }
        let check = LinkCheck(manifest, anchors: [:])
        let found = try TextNamesReader(tree, progress: progress).targets(of: manifest) { path, targets in
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

    /// The broken links of all items outside the trash, by their items; reads those only that may have some, unless the
    /// targets of others are not cached.
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
