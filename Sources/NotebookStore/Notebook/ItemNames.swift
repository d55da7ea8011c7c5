package import NotebookFiles
package import NotebookFormat
package import NotebookText

/// Finds items by path, path without root and ending, name, title, or the beginning of a uuid.
///
/// First finds all candidates for a text, in a pass that makes no strings, or in a table if many texts are looked up;
/// then decides which of them fit best.
struct ItemNames {
    private let items: [Item]
    /// The indices of the items by all their names; `nil` if each look-up makes a pass.
    private let table: [ComparisonKey: [Int32]]?

    /// From this number of look-ups on, a table pays: it takes as long as 20 passes over ASCII.
    private static let tableFrom = 20

    /// Makes the names of some items, for a number of look-ups.
    init(_ items: [Item], lookups: Int = 1) {
        self.items = items
        table = lookups < Self.tableFrom ? nil : Self.table(of: items)
    }

    private static func table(of items: [Item]) -> [ComparisonKey: [Int32]] {
        var table: [ComparisonKey: [Int32]] = [:]
        table.reserveCapacity(3 * items.count)
        for (number, item) in items.enumerated() {
            var keys: [ComparisonKey] = []
            for text in item.names {
                let key = ComparisonKey(text)
                guard !keys.contains(key) else { continue }
                keys.append(key)
                table[key, default: []].append(Int32(number))
            }
        }
        return table
    }

    /// The one item that a text names; an exact spelling takes precedence over another letter case.
    ///
    /// - Throws: `NotebookError.noSuchItem` or `.ambiguousItem`, with candidates.
    func item(_ text: String) throws(NotebookError) -> Item {
        let key = ComparisonKey(text)
        let candidates = candidates(text, key)
        let steps: [(Item) -> Bool] = [
            { $0.path.text == text || $0.livePath.text == text },
            { key.isKey(of: $0.path.text) || key.isKey(of: $0.livePath.text) },
            { $0.shortPath.isIdentical(to: text) },
            { $0.title.isIdentical(to: text) || $0.livePath.stem.isIdentical(to: text) },
            { _ in true },
        ]
        for step in steps {
            let found = candidates.filter(step)
            if let item = found.first, found.count == 1 { return item }
            if !found.isEmpty { throw .ambiguousItem(text, found.map(\.path.text)) }
        }
        // Lists show the titles of cards with their gaps hidden.
        let shown = text.holds(HiddenGaps.sign) ? items.filter { $0.type == .card && key.isKey(of: $0.shownTitle) } : []
        if let item = shown.first, shown.count == 1 { return item }
        if !shown.isEmpty { throw .ambiguousItem(text, shown.map(\.path.text)) }
        throw .noSuchItem(text, like: SuggestedItems(items).names(like: text))
    }

    /// The items with a name for a key, or a uuid that begins with the text, in their order.
    private func candidates(_ text: String, _ key: ComparisonKey) -> [Item] {
        let beginning = UniqueIdentifier.Beginning(text)
        guard let table else { return items.filter { $0.isCalled(key) || beginning.map($0.hasUUID) == true } }
        var numbers = table[key] ?? []
        if let beginning {
            let others = items.indices.filter { items[$0].hasUUID(beginning) }.map { Int32($0) }
            numbers = Set(numbers + others).sorted()
        }
        return numbers.map { items[Int($0)] }
    }
}

extension Item {
    /// All names of the item.
    fileprivate var names: [String] {
        let live = livePath
        let names = [live.text, shortPath, live.stem, title]
        return batch == nil ? names : names + [path.text]
    }

    /// Whether one of the names has a key; for an ASCII path no key is made.
    fileprivate func isCalled(_ key: ComparisonKey) -> Bool {
        if withTitle({ key.isKey(of: $0) }) { return true }
        guard !isInTrash else { return names.contains { key.isKey(of: $0) } }
        return withPath { BundlePath.isCalled($0, key) }
    }

    fileprivate func hasUUID(_ beginning: UniqueIdentifier.Beginning) -> Bool { uuid.map(beginning.begins) == true }
}

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
        let blobs = manifest.attachments
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
