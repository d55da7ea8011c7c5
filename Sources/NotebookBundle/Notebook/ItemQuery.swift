public import NotebookFormat

extension Notebook {
    /// Those of some items that a query means, in their order.
    ///
    /// Only the files of items are read of which the manifest does not settle the answer.
    package func select(
        _ items: [Item], _ query: Query, in context: QueryContext, files: some FileTree
    ) throws -> [Item] {
        var isMeant: [BundlePath: Bool] = [:]
        var open: Set<BundlePath> = []
        for item in items {
            if let answer = query.answer(for: item.facts, in: context) {
                isMeant[item.path] = answer
            } else {
                open.insert(item.path)
            }
        }
        guard !open.isEmpty else { return items.filter { isMeant[$0.path] == true } }
        let resolver = query.parts.contains(.attachments) ? LinkResolver(manifest) : nil
        let known = Dictionary(items.map { ($0.path, $0) }) { first, _ in first }
        try files.readItems(open) { path, bytes in
            guard var facts = known[path]?.facts, let file = try? ItemFile(bytes) else { return }
            facts.content = ItemContent(file, at: path, resolver: resolver)
            isMeant[path] = query.matches(facts, in: context)
        }
        return items.filter { isMeant[$0.path] == true }
    }
}

extension Item {
    /// What a query can ask of the item without its file.
    public var facts: ItemFacts {
        ItemFacts(
            path: livePath, kind: type, title: title, tags: tags, created: created, modified: modified,
            isPinned: isPinned, isTrashed: batch != nil, size: size)
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
