public import NotebookFiles
public import NotebookFormat
public import NotebookLinks
public import NotebookQuery
public import NotebookText

/// What to look for in a notebook, and in which items.
public struct SearchRequest: Sendable {
    /// The words.
    public var query: SearchQuery
    /// Which items to search.
    public var filter: Query?
    /// The time and calendar for relative dates, and for ranking recent changes; `nil` for now, by the notebook's clock.
    public var context: QueryContext?
    /// The folder to search, at any depth.
    public var folder: FolderPath
    /// Whether to look in the trash instead.
    public var isInTrash: Bool
    /// What to record about each match.
    package var detail: SearchDetail

    /// A search of all items outside the trash.
    public init(_ query: SearchQuery, context: QueryContext? = nil) {
        self.query = query
        self.context = context
        filter = nil
        folder = .root
        isInTrash = false
        detail = .snippet
    }
}

/// An item that a search found.
public struct SearchResult: Identifiable, Sendable {
    /// The item.
    public let item: Item
    /// The matches in the item.
    package let found: FoundItem
    /// The identity of the item.
    public var id: Item.ID { item.id }
    /// The number of matches.
    public var count: Int { found.count }
    /// The text around the first match in the body, or the beginning of the body.
    public var snippet: Snippet? { found.snippet }
    /// The position of the first match in the body; `nil` if only the title, tags or properties match.
    public var position: TextPosition? { found.position }
    /// The rank among items whose titles match equally well: the logarithm of the number of matches, and up to 2 for a
    /// recent change.
    package let score: Double
}

extension SearchResult {
    /// Whether a result ranks before another; `nil` if they rank equally.
    package static func isBetter(_ one: SearchResult, _ two: SearchResult) -> Bool? {
        guard one.found.titleRank == two.found.titleRank else { return one.found.titleRank > two.found.titleRank }
        return one.score == two.score ? nil : one.score > two.score
    }
}

extension NotebookListing {
    /// Searches all items, reading each at most once; the best matches come first.
    ///
    /// - Parameter sizes: Learns how large the files are.
    package func search(
        _ request: SearchRequest, _ tree: any FileTree, sizes: SizesRead? = nil,
        progress: any WorkProgress = NoProgress()
    ) throws -> [SearchResult] {
        let context = request.context ?? .here
        let (folder, filter) = (spelled(request.folder), request.filter?.prepared(for: context))
        let all = request.isInTrash ? trashedItems : items
        let candidates = folder == .root ? all : all.filter { $0.folder.isInside(folder) }
        let (manifest, created) = (manifest, description.created)
        let named = request.query.attachments(in: manifest)
        let needsResolver = !named.isEmpty || filter?.parts.contains(.attachments) == true
        let resolver = needsResolver ? LinkResolver(manifest) : nil
        let countsInlineTags = description.settings.countsInlineTags
        let connections = try filter.flatMap { try self.connections(askedBy: $0, tree, progress: progress) }
        let facts = { @Sendable (entry: Entry) -> ItemFacts? in
            var facts = ItemFacts(entry, notebookCreated: created)
            facts?.connections = connections?[entry.path]
            if countsInlineTags { facts?.inlineTags = nil }
            return facts
        }
        let wanted =
            filter.map { filter in
                candidates.filter { facts($0.entry).flatMap { filter.answer(for: $0, in: context) } ?? true }
            } ?? candidates
        let paths = wanted.map(\.path)
        let results = try ItemPass(tree, progress: progress).map(ascending: paths) { index, bytes -> SearchResult? in
            let item = wanted[index]
            sizes?.note(bytes.count, of: item)
            guard bytes.count <= ItemFile.maximumBytes else { return nil }
            let entry = item.entry
            if let filter, let facts = facts(entry),
                filter.answer(for: facts, in: context) == nil
            {
                guard let file = try? ItemFile(bytes) else { return nil }
                var read = facts
                if countsInlineTags { read.inlineTags = file.inlineTags }
                read.content = ItemContent(
                    file, at: item.livePath, parts: filter.parts, resolver: resolver)
                guard filter.matches(read, in: context) else { return nil }
            }
            let found = request.query.find(
                in: entry, bytes, detail: request.detail, countsInlineTags: countsInlineTags
            ) {
                guard let resolver, !named.isEmpty, let file = try? ItemFile(bytes) else { return [] }
                return ItemContent(file, at: entry.path, resolver: resolver).attachments
            }
            return found.map { SearchResult(item: item, found: $0, score: Self.score($0, item, context.now)) }
        }
        // Results are large, and moving each several times takes longer than comparing them.
        let order = results.indices.sorted {
            SearchResult.isBetter(results[$0], results[$1]) ?? results[$0].item.precedesByPath(results[$1].item)
        }
        return order.map { results[$0] }
    }

    private static func score(_ found: FoundItem, _ item: Item, _ now: Timestamp) -> Double {
        let days = max(0, Double(now.secondsSince1970 - item.modified.secondsSince1970) / 86_400)
        // A floating-point count: 1 for none, 2 for one match, 3 for three.
        var (bits, rest) = (0.0, Double(found.count + 1))
        while rest >= 2 { (bits, rest) = (bits + 1, rest / 2) }
        return bits + (rest - 1) + 2 / (1 + days / 30)
    }
}

// The errors of queries, of searches and of links.

extension QueryError: Failure {
    /// The position and the problem; the suggestion is the remedy.
    public var errorDescription: String? { "column \(column): \(message)" }

    /// What was probably meant, or what to write instead.
    public var remedy: Remedy? { suggestion.map { Remedy($0) } ?? "change the query there" }
}

extension SearchError: Failure {
    /// What to do about it.
    package var remedy: Remedy? { hint.map { Remedy($0) } ?? "search for at least one word, tag or property" }
}

extension BrokenLink.Problem: Failure {
    /// What to do about it.
    package var remedy: Remedy? {
        switch self {
        case .missingBlob: "\(.attach), or change the link"
        case .missingFile, .missingTarget: "change the link, or add an item with this name"
        case .missingHeading: "change the link, or add the heading"
        case .ambiguous: "write the path of the one that is meant"
        case .trashed: "restore it, or remove the link"
        case .outside: "link to a file of the notebook"
        }
    }

    /// Always true: the content is the cause.
    package var isFinding: Bool { true }
}

extension QueryContext {
    /// Now, in the user's time zone.
    public static var here: QueryContext { QueryContext(hereAt: NotebookEnvironment.system.now()) }

    /// A time, in the user's time zone.
    init(hereAt now: Timestamp) { self.init(now: now) { SystemCall.secondsFromUTC(at: $0.secondsSince1970) } }
}

extension LinkMap.Link {
    /// Why it leads nowhere; `nil` if it does not.
    public var failure: (any Failure)? { problem }
}
