package import NotebookFiles
package import NotebookFormat
package import NotebookLinks
package import NotebookQuery
package import NotebookText

extension NotebookListing {
    /// The one item that a text names: a path, a path without root and ending, a name or title, or the first 4 or more
    /// characters of a uuid; an exact spelling takes precedence over another letter case.
    ///
    /// - Parameter inTrash: Whether to look in the trash instead.
    /// - Throws: `NotebookError.noSuchItem` or `.ambiguousItem`, with candidates.
    package func item(_ text: String, inTrash: Bool = false) throws(NotebookError) -> Item {
        // An exact path names one item; nothing else has to be checked.
        if let path = try? BundlePath(text), let item = item(at: path), (item.batch != nil) == inTrash { return item }
        return try ItemNames(inTrash ? trashedItems : items).item(text)
    }

    /// The items that several texts name, each once.
    ///
    /// - Throws: `NotebookError.noSuchItem` or `.ambiguousItem`, with candidates.
    package func items(_ texts: [String], inTrash: Bool = false) throws(NotebookError) -> [Item] {
        let names = ItemNames(inTrash ? trashedItems : items, lookups: texts.count)
        var seen: Set<BundlePath> = []
        var items: [Item] = []
        for text in texts {
            let item = try names.item(text)
            if seen.insert(item.path).inserted { items.append(item) }
        }
        return items
    }

    /// The one blob that a text names: its path, its name, or the name under which it was attached.
    ///
    /// - Throws: `NotebookError.noSuchBlob` or `.ambiguousBlob`, with candidates.
    package func blob(_ text: String) throws(NotebookError) -> Entry {
        let blobs = manifest.entries.filter { $0.type == .blob && TrashedPath($0.path) == nil }
        let key = ComparisonKey(text)
        let steps: [(Entry) -> Bool] = [
            { $0.path.text == text },
            { ComparisonKey($0.path.name) == key },
            { BlobName($0.path.name).map { ComparisonKey($0.readableName) == key } ?? false },
        ]
        for step in steps {
            let found = blobs.filter(step)
            if let blob = found.first, found.count == 1 { return blob }
            if !found.isEmpty { throw .ambiguousBlob(text, found.map(\.path.text)) }
        }
        let names = blobs.map { BlobName($0.path.name)?.readableName ?? String($0.path.name) }
        throw .noSuchBlob(text, like: Similarity.nearest(to: text, in: names))
    }
}

extension Item {
    /// The path without `notes/` or `cards/`, and without `.md`.
    package var shortPath: String { String(livePath.shortened) }

    /// Whether the path without root and ending begins with a text in any letter case; for ASCII no key is made.
    package func hasShortPath(beginningLike key: ComparisonKey) -> Bool {
        batch == nil ? path.shortPathBegins(like: key) : key.begins(shortPath)
    }
}

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
