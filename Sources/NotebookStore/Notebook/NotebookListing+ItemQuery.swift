package import NotebookFiles
package import NotebookFormat
import NotebookLinks
package import NotebookQuery

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
        var tags = tags
        func facts(_ item: Item) -> ItemFacts {
            var facts = item.facts(of: query.fields)
            if countsInlineTags { facts.inlineTags = tags?.inText(of: item) }
            return facts
        }
        var answers = items.map { query.answer(for: facts($0), in: context) }
        // The indices of the items whose files have to be read.
        var open = items.indices.filter { answers[$0] == nil }
        if countsInlineTags, tags == nil, !open.isEmpty {
            tags = try itemTags(of: Set(open.map { items[$0].path }), files, look: look)
            for index in open { answers[index] = query.answer(for: facts(items[index]), in: context) }
            open.removeAll { answers[$0] != nil }
        }
        if !open.isEmpty {
            let resolver = query.parts.contains(.attachments) ? LinkResolver(manifest) : nil
            let places = Dictionary(open.map { (items[$0].path, $0) }) { first, _ in first }
            try files.readItems(Set(places.keys)) { path, bytes in
                guard let place = places[path], let file = try? ItemFile(bytes) else { return }
                var facts = facts(items[place])
                facts.content = ItemContent(file, at: path, resolver: resolver)
                answers[place] = query.matches(facts, in: context)
            }
        }
        return zip(items, answers).lazy.filter { $1 == true }.map(\.0)
    }
}

extension Item {
    /// What a query can ask about the item without its file; title and tags only if the query needs them: most smart
    /// folders ask for dates, and making strings is most of the work.
    fileprivate func facts(of fields: Set<QueryField>) -> ItemFacts {
        ItemFacts(
            path: livePath, kind: type, title: fields.contains(.title) ? title : "",
            tags: fields.contains(.tag) ? tags : [], created: created, modified: modified, isPinned: isPinned,
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
