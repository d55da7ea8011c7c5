import Cores
import NotebookFormat
import NotebookLinks
import NotebookQuery
import NotebookStore
import NotebookStudy
import NotebookText

/// Everything that a page or site shows of a notebook.
struct PageContent {
    /// A tag, and how many items have it or one below it.
    struct TagRow {
        let name: String
        let color: String?
        var count = 0
    }

    /// A smart folder, and the items in it.
    struct SmartRow {
        let name: String
        let icon: String?
        let items: Set<BundlePath>
        /// The time that counts as now, if the content depends on it.
        let asOf: Timestamp?
    }

    let description: NotebookDescription
    let addresses: PageAddresses
    /// The items in the order in which they are read: by folder, then as the notebook sorts them.
    private(set) var items: [PageItem] = []
    /// The folders, each after its parent; for a part of a notebook, only those with items.
    let folders: [FolderPath]
    private(set) var tags: [TagRow] = []
    /// The indices of tags by their keys.
    private(set) var tagNumbers: [ComparisonKey: Int] = [:]
    let smartFolders: [SmartRow]
    let attachments: PageAttachments
    /// The open tasks, the soonest due first, each with the number of its item.
    private(set) var openTasks: [(item: Int, task: ItemTask)] = []
    /// The attachments that the items show or link to, in the order of their paths.
    private(set) var blobs: [BundlePath] = []
    /// The attachments that the items link to, so that they can be saved.
    private(set) var saved: Set<BundlePath> = []
    /// The items that link to an item.
    private(set) var backlinks: [BundlePath: [Int]] = [:]
    private(set) var numbers: [BundlePath: Int] = [:]
    /// The cards that can be studied, numbered in the order in which new ones are asked.
    private(set) var studiedCards: [BundlePath: Int] = [:]
    /// The links to the items; empty for a site, in which they depend on the page where they are.
    private var links: [String] = []

    /// Reads items.
    ///
    /// - Parameters:
    ///   - limit: The size in bytes up to which attachments are embedded in one page; `nil` for a site.
    ///   - memory: Keeps the texts for the next page.
    init(
        _ selected: [Item], of notebook: ExportedNotebook, embeddingUpTo limit: Int?, _ memory: PageMemory? = nil
    ) throws {
        description = try notebook.description(for: selected)
        let names = PageMemory.Names(selected, of: notebook)
        let known = memory?.page(of: names)
        let sources = try PageSource.read(selected, of: notebook, known?.texts ?? [:])
        let blobs = Set(sources.values.flatMap(\.blobs)).sorted()
        let pageNames = known.flatMap { $0.blobs == blobs ? $0.names : nil } ?? PageNames(selected, attachments: blobs)
        addresses = PageAddresses(names: pageNames, isSite: limit == nil)
        attachments =
            try limit.map { try PageAttachments(embedding: blobs, upTo: $0, notebook) }
            ?? PageAttachments(beside: blobs, pageNames, notebook)
        let itemTags = try notebook.notebook.itemTags(of: Set(selected.map(\.path)), notebook.files)
        smartFolders = try Self.smartFolders(description, selected, notebook, itemTags)
        let all = notebook.notebook.sortedFolders
        let folders = notebook.isWhole(selected) ? all : Self.folders(of: selected, all)
        self.folders = folders
        let places = Dictionary(folders.enumerated().map { ($1, $0) }) { first, _ in first }
        let ordered = ItemOrder(description.settings.sort).sorted(selected)
        let sorted = ordered.enumerated().map { (place: places[$1.folder] ?? -1, number: $0) }.sorted { $0 < $1 }
            .map { ordered[$0.number] }
        let writer = PageWriter(
            resolver: LinkResolver(notebook.manifest), addresses: addresses, attachments: attachments, tags: itemTags,
            keepsLineBreaks: description.settings.keepsLineBreaks)
        items = try writer.items(sorted, sources)
        memory?.keep(items, sources, names, pageNames, blobs)
        try followItems(writer, sources)
        countTags()
        studiedCards = studied(selected)
        let tasks = items.enumerated().flatMap { number, page in page.openTasks.map { (item: number, task: $0) } }
        openTasks = TaskOrder.sorted(tasks, by: \.task)
    }

    private func studied(_ selected: [Item]) -> [BundlePath: Int] {
        // If several cards have the same uuid, the first in the list counts.
        var known: Set<UniqueIdentifier> = []
        let cards = selected.filter { item in
            item.type == .card && (item.uuid.map { known.insert($0).inserted } ?? true)
        }
        let asked = StudyDeck.inOrderOfAsking(cards).filter { card in
            numbers[card.path].map { !items[$0].sides.isEmpty } ?? false
        }
        return Dictionary(asked.enumerated().map { ($1.path, $0) }) { first, _ in first }
    }

    /// Notes what the texts link to and show, and completes those that depend on others.
    private mutating func followItems(_ writer: PageWriter, _ sources: [BundlePath: PageSource]) throws {
        var published: Set<BundlePath> = []
        var shown: Set<BundlePath> = []
        var embeds = PageEmbeds(items, sources)
        for number in items.indices {
            var item = items[number]
            numbers[item.item.path] = number
            // A large picture is in the page only once.
            let isLater = !shown.isDisjoint(with: item.targets.pictures)
            if isLater || item.targets.hasEmbeds, let source = sources[item.item.path] {
                item = try writer.item(item.item, source, shown: shown, embeds: embeds)
                embeds.use(item.targets.embeddedBytes)
                items[number] = item
            }
            shown.formUnion(item.targets.pictures)
            published.formUnion(item.targets.published)
            saved.formUnion(item.targets.saved)
            for path in item.links { backlinks[path, default: []].append(number) }
        }
        blobs = published.sorted()
        if !addresses.isSite { links = items.map { Self.link(to: $0, addresses, from: nil) } }
        // Following a link to a missing place, a browser would not move.
        for number in items.indices where !items[number].targets.headingLinks.isEmpty {
            let source = items[number].item.path
            items[number].setPlaces(items[number].targets.headingLinks.map { address(of: $0, from: source) })
        }
    }

    /// The address of a link to a heading, or of the item if it has no such heading.
    private func address(of link: PageTargets.HeadingLink, from source: BundlePath) -> String {
        let heading = numbers[link.target].flatMap { items[$0].heading(link.name) }
        return addresses.item(link.target, heading: heading, from: source) ?? "#"
    }

    /// The folders among these that contain items, at any depth.
    private static func folders(of items: [Item], _ all: [FolderPath]) -> [FolderPath] {
        var used: Set<FolderPath> = []
        for folder in Item.ranges(of: items).keys {
            var next: FolderPath? = folder
            while let path = next, !path.text.isEmpty, used.insert(path).inserted { next = path.parent }
        }
        return all.filter(used.contains)
    }

    /// The smart folders; the time of the last modification counts as now, so that the same notebook gives the same
    /// page.
    private static func smartFolders(
        _ description: NotebookDescription, _ items: [Item], _ notebook: ExportedNotebook, _ tags: ItemTags
    ) throws -> [SmartRow] {
        var rows: [SmartRow] = []
        // Dates without a time are days in UTC, wherever the page is made.
        let context = QueryContext(now: items.map(\.modified).max() ?? description.created)
        for folder in description.smartFolders {
            guard let query = try? Query(folder.predicate) else { continue }
            let found = try notebook.select(items, query, in: context, tags)
            rows.append(
                SmartRow(
                    name: folder.name, icon: folder.icon, items: Set(found.map(\.path)),
                    asOf: query.dependsOnTime ? context.now : nil))
        }
        return rows
    }

    private mutating func countTags() {
        var counts: [ComparisonKey: (name: String, count: Int)] = [:]
        for item in items {
            for (key, name) in Self.withParents(item.tags) { counts[key, default: (name, 0)].count += 1 }
        }
        let looks = Dictionary(description.tags.map { ($0.name.key, $0) }) { first, _ in first }
        let sorted = counts.map { ($0.key, looks[$0.key]?.name.text ?? $0.value.name, $0.value.count) }
            .sorted { ItemOrder.namePrecedes($0.1, $1.1) }
        for (key, name, count) in sorted {
            tagNumbers[key] = tags.count
            // A tag without a colour has the colour of its nearest parent.
            let above = Tag(exactly: name).map { Self.withParents([$0]) } ?? []
            let color = above.reversed().compactMap { looks[$0.key]?.color }.first
            tags.append(TagRow(name: name, color: color, count: count))
        }
    }

    /// Tags with their parents, each once.
    static func withParents(_ tags: [Tag]) -> [(key: ComparisonKey, name: String)] {
        var seen: Set<ComparisonKey> = []
        return tags.flatMap { tag in
            let parts = tag.text.split(separator: "/", omittingEmptySubsequences: false)
            return (1...parts.count).filter { !parts[$0 - 1].isEmpty }.map { parts.prefix($0).joined(separator: "/") }
        }.compactMap { name in
            let key = ComparisonKey(name)
            return seen.insert(key).inserted ? (key, name) : nil
        }
    }

    /// The title of the item at a path, and its address; `nil` if it is not exported.
    func link(to path: BundlePath, from source: BundlePath) -> String? {
        guard let number = numbers[path] else { return nil }
        return addresses.isSite ? Self.link(to: items[number], addresses, from: source) : links[number]
    }

    private static func link(to page: PageItem, _ addresses: PageAddresses, from source: BundlePath?) -> String {
        "<a href=\"\(addresses.item(page.item.path, from: source) ?? "#")\">\(HTMLText.escaped(page.title))</a>"
    }
}
