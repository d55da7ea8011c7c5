public import NotebookFiles
public import NotebookFormat
package import NotebookText

extension NotebookListing {
    /// The one item that a text names: a path, a path without root and ending, a name or title, or the first 4 or more
    /// characters of a uuid; an exact spelling takes precedence over another letter case.
    ///
    /// - Parameter inTrash: Whether to look in the trash instead.
    /// - Throws: `NotebookError.noSuchItem` or `.ambiguousItem`, with candidates.
    public func item(_ text: String, inTrash: Bool = false) throws(NotebookError) -> Item {
        // An exact path names one item; nothing else has to be checked.
        if let path = try? BundlePath(text), let item = item(at: path), (item.batch != nil) == inTrash { return item }
        return try ItemNames(inTrash ? trashedItems : items).item(text)
    }

    /// The items that several texts name, each once.
    ///
    /// - Throws: `NotebookError.noSuchItem` or `.ambiguousItem`, with candidates.
    public func items(_ texts: [String], inTrash: Bool = false) throws(NotebookError) -> [Item] {
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
    public var shortPath: String { String(livePath.shortened) }

    /// Whether the path without root and ending begins with a text in any letter case; for ASCII no key is made.
    package func hasShortPath(beginningLike key: ComparisonKey) -> Bool {
        batch == nil ? path.shortPathBegins(like: key) : key.begins(shortPath)
    }
}
