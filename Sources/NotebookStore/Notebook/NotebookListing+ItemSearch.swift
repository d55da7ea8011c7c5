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
            connections = try self.connections(askedBy: query, files, look: look)
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
}
