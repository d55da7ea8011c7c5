import NotebookBundle

/// A place in the sidebar of the screen.
enum BrowseLocation: Hashable {
    case all
    /// The tasks of all items.
    case tasks
    /// A folder, including its subfolders.
    case folder(FolderPath)
    case smart(String)
    /// A tag, including the tags below it.
    case tag(String)
    case trash

    /// Its name, safe to print.
    var name: String {
        switch self {
        case .all: "All items"
        case .tasks: "Tasks"
        case .folder(let path): PrintableText.escaped(path.text)
        case .smart(let name): PrintableText.escaped(name)
        case .tag(let name): "#" + PrintableText.escaped(name)
        case .trash: "Trash"
        }
    }

    /// The folder or tag that a folder or tag is below; `nil` at the top, and for other places.
    var above: BrowseLocation? {
        switch self {
        case .folder(let path): path.parent.flatMap { $0 == .root ? nil : .folder($0) }
        case .tag(let name):
            // A slash at the edge, or two in a row, is part of a name.
            name.lastIndex(of: "/").map { name[..<$0] }.flatMap {
                $0.isEmpty || $0.hasSuffix("/") ? nil : .tag(String($0))
            }
        default: nil
        }
    }

    /// All folders or tags that it is below.
    var allAbove: [BrowseLocation] { Array(sequence(first: self) { $0.above }.dropFirst()) }
}

/// A row of the sidebar.
struct BrowseRow: Equatable {
    /// `nil` for a heading.
    let place: BrowseLocation?
    /// Safe to print.
    let text: String
    var depth = 0
    /// The number of its items, if it is known without reading files.
    var count: Int?
    /// Whether a folder with subfolders, or a tag with tags below it, is open; `nil` for everything else.
    var isOpen: Bool?
    var color: UInt8?
}

/// The content of a notebook that the screen shows.
struct BrowseContent {
    let notebook: NotebookListing
    let tags: ItemTags
    private let folders: [FolderPath]
    /// The folders that have subfolders.
    private let parents: Set<FolderPath>
    private let icons: [FolderPath: String]
    private let counts: FolderCounts
    private let tagRows: [BrowseRow]
    /// The tags that have tags below them.
    private let parentTags: Set<BrowseLocation>
    /// All tags, the most frequent first.
    let tagNames: [String]

    init(_ notebook: NotebookListing, _ tags: ItemTags) {
        (self.notebook, self.tags) = (notebook, tags)
        folders = notebook.sortedFolders
        parents = Set(folders.compactMap(\.parent))
        icons = notebook.description.folders.reduce(into: [:]) { $0[$1.path] = $1.icon }
        counts = FolderCounts(notebook.itemRanges)
        let uses = notebook.tagUses(tags)
        let colors = Dictionary(uses.map { ($0.name, $0.color) }) { first, _ in first }
        tagRows = uses.map { use in
            let parts = use.name.split(separator: "/")
            // A tag without a colour has the colour of the tag above it.
            let color = parts.indices.reversed().lazy
                .compactMap { colors[parts[...$0].joined(separator: "/")] ?? nil }.first
            return BrowseRow(
                place: .tag(use.name), text: PrintableText.escaped(parts.last ?? ""), depth: parts.count,
                count: use.items, color: color.flatMap(ScreenLook.color))
        }
        parentTags = Set(uses.compactMap { BrowseLocation.tag($0.name).above })
        tagNames = uses.enumerated().sorted { ($1.element.items, $0.offset) < ($0.element.items, $1.offset) }
            .map(\.element.name)
    }

    /// All folders, in their order.
    var folderPaths: [FolderPath] { folders }

    /// The rows of the sidebar.
    func rows(open: Set<BrowseLocation>) -> [BrowseRow] {
        var rows = [BrowseRow(place: .all, text: "All items", count: notebook.items.count)]
        if !folders.isEmpty { rows.append(BrowseRow(place: nil, text: "Folders")) }
        for folder in folders where Self.isShown(.folder(folder), open) {
            let icon = icons[folder].map { PrintableText.escaped($0) + " " } ?? ""
            rows.append(
                BrowseRow(
                    place: .folder(folder), text: icon + PrintableText.escaped(folder.name),
                    depth: folder.components.count, count: counts[folder],
                    isOpen: parents.contains(folder) ? open.contains(.folder(folder)) : nil))
        }
        let smart = notebook.description.smartFolders
        if !smart.isEmpty { rows.append(BrowseRow(place: nil, text: "Smart folders")) }
        rows += smart.map { folder in
            let icon = folder.icon.map { PrintableText.escaped($0) + " " } ?? ""
            return BrowseRow(place: .smart(folder.name), text: icon + PrintableText.escaped(folder.name), depth: 1)
        }
        if !tagRows.isEmpty { rows.append(BrowseRow(place: nil, text: "Tags")) }
        for row in tagRows {
            guard let place = row.place, Self.isShown(place, open) else { continue }
            var row = row
            if parentTags.contains(place) { row.isOpen = open.contains(place) }
            rows.append(row)
        }
        rows.append(BrowseRow(place: .tasks, text: "Tasks"))
        return rows + [BrowseRow(place: .trash, text: "Trash", count: notebook.trashedItems.count)]
    }

    private static func isShown(_ place: BrowseLocation, _ open: Set<BrowseLocation>) -> Bool {
        place.allAbove.allSatisfy { open.contains($0) }
    }

    /// The items of a place; `nil` for tasks and for a smart folder, which may need files.
    func items(of place: BrowseLocation) -> [Item]? {
        switch place {
        case .all: notebook.items
        case .folder(let folder): notebook.items.filter { $0.folder.isInside(folder) }
        case .tag(let name): Tag(name).map { tag in notebook.items.filter { tags.has(tag, $0) } } ?? []
        case .trash: notebook.trashedItems
        case .smart, .tasks: nil
        }
    }

    /// Where a link of an item leads.
    func target(of mark: LinkMark, from source: BundlePath) -> LinkTarget {
        mark.name.target(LinkResolver(notebook.manifest), from: source)
    }

    /// The notes of some days, with their paths and whether they exist; none for days for which the notebook has no name.
    func dailyNotes(on days: [CalendarDate]) -> [CalendarDate: (path: BundlePath, exists: Bool)] {
        var paths: [CalendarDate: BundlePath] = [:]
        for day in days {
            let moment = LocalMoment(Timestamp(clamping: Int64(day.daysSince1970) * 86_400), secondsFromUTC: 0)
            guard let name = try? notebook.description.settings.places.dailyNote(moment),
                let stem = PortableName.made(from: name.title)
            else { continue }
            let parts = ["notes", name.folder, "\(stem).md"].filter { !$0.isEmpty }
            paths[day] = try? BundlePath(parts.joined(separator: "/"))
        }
        let wanted = Set(paths.values.map(\.key))
        let known = Dictionary(
            notebook.items.map { ($0.path.key, $0.path) }.filter { wanted.contains($0.0) }
        ) { first, _ in first }
        return paths.mapValues { (known[$0.key] ?? $0, known[$0.key] != nil) }
    }

    /// The item at a path, in the trash or not.
    func item(at path: BundlePath) -> Item? {
        guard notebook.manifest[path] != nil else { return nil }
        return try? notebook.item(path.text, inTrash: TrashedPath(path) != nil)
    }
}
