package import NotebookFormat

extension Notebook {
    /// The items that match a query, in their order.
    ///
    /// Reads the files of items only if the manifest does not decide.
    package func select(
        _ items: [Item], _ query: Query, in context: QueryContext, files: some FileTree
    ) throws -> [Item] {
        var answers = items.map { query.answer(for: $0.facts(of: query.fields), in: context) }
        // The indices of the items whose files have to be read.
        let open = Dictionary(items.indices.lazy.filter { answers[$0] == nil }.map { (items[$0].path, $0) }) {
            first, _ in
            first
        }
        if !open.isEmpty {
            let resolver = query.parts.contains(.attachments) ? LinkResolver(manifest) : nil
            try files.readItems(Set(open.keys)) { path, bytes in
                guard let place = open[path], let file = try? ItemFile(bytes) else { return }
                var facts = items[place].facts
                facts.content = ItemContent(file, at: path, resolver: resolver)
                answers[place] = query.matches(facts, in: context)
            }
        }
        return zip(items, answers).lazy.filter { $1 == true }.map(\.0)
    }
}

extension Item {
    /// What a query can ask about the item without its file.
    package var facts: ItemFacts { facts(of: [.title, .tag]) }

    /// The same, with title and tags only if asked for: most smart folders ask for dates, and making strings is most of
    /// the work.
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
