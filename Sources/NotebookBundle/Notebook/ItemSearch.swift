public import NotebookFormat

extension Notebook {
    /// The one item that a person means by a text: a path, a path without root and ending, a name or title, or the first
    /// 4 or more characters of a uuid; an exact spelling goes before one that differs in letter case.
    ///
    /// - Parameter inTrash: Whether to look in the trash instead.
    /// - Throws: `NotebookError.noSuchItem` or `.ambiguousItem`, with candidates.
    public func item(_ text: String, inTrash: Bool = false) throws(NotebookError) -> Item {
        let items = inTrash ? trashedItems : items
        let key = ComparisonKey(text)
        let steps: [(Item) -> Bool] = [
            { $0.path.text == text || $0.livePath.text == text },
            { $0.path.key == key || $0.livePath.key == key },
            { $0.shortPath.isIdentical(to: text) },
            { $0.title.isIdentical(to: text) || $0.livePath.stem.isIdentical(to: text) },
            {
                ComparisonKey($0.shortPath) == key || ComparisonKey($0.title) == key
                    || ComparisonKey($0.livePath.stem) == key || $0.hasUUID(prefix: text)
            },
        ]
        for step in steps {
            let found = items.filter(step)
            if let item = found.first, found.count == 1 { return item }
            if !found.isEmpty { throw .ambiguousItem(text, found.map(\.path.text)) }
        }
        throw .noSuchItem(text, like: Similarity.nearest(to: text, in: items.flatMap { [$0.title, $0.livePath.stem] }))
    }

    /// The one blob that a person means by a text: its path, its name, or the name under which it was attached.
    ///
    /// - Throws: `NotebookError.noSuchBlob` or `.ambiguousBlob`, with candidates.
    public func blob(_ text: String) throws(NotebookError) -> Entry {
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
    public var shortPath: String { folder.text.isEmpty ? livePath.stem : "\(folder)/\(livePath.stem)" }

    fileprivate func hasUUID(prefix: String) -> Bool {
        prefix.utf8.count >= 4 && uuid?.description.hasPrefix(prefix.lowercased()) == true
    }
}
