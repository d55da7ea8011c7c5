import NotebookBundle
import TerminalIO

/// What the screen shows and what was typed: a value that keys change.
struct BrowseState {
    /// A place in an item that was read.
    struct Position: Equatable {
        let path: BundlePath
        var top = 0
        var link: Int?
        /// The link to the heading to show first, once the text is loaded.
        var start: LinkMark?
        /// The beginning of the text to show first, once the text is loaded.
        var text: String?
    }

    private(set) var content: BrowseContent
    /// Why nothing can be changed; `nil` if changes are possible.
    let readOnly: String?
    var size: Keyboard.Size
    var focus = BrowsePane.list
    /// The folders and tags whose subfolders and tags the sidebar shows.
    var open: Set<BrowseLocation>
    var place = BrowseLocation.all
    var sort: NotebookDescription.SortKey
    /// Whether the reading pane has the whole width while it is in use.
    private(set) var isZoomed = false
    var sidebar = ScrolledRows()
    var list = ScrolledRows()
    /// The words of the search that texts show.
    var searchWords: [String] { search.isEmpty ? [] : SearchQuery(typed: search).shownWords }
    /// The items of the list.
    private(set) var items: [Item] = []
    /// The tasks of the list, one for each of its items; empty unless it shows tasks.
    private(set) var tasks: [ListedTask] = []
    /// The tasks without a search, in the order in which they were last shown.
    private var allTasks: [ListedTask] = []
    /// The search whose tasks are shown.
    private var shownSearch = ""
    /// Whether the list has to be made again.
    var isListStale = true
    /// Whether the next list is shown from its beginning, regardless of the selection.
    var selectsFirst = false
    /// The text of the search; empty for none.
    var search = ""
    var dialog: BrowseDialog?
    /// The message at the foot, until the next key.
    var message = ""

    /// The item that is open or selected; the document is loaded when it is shown.
    var reading: Position?
    private(set) var document: BrowseDocument?
    /// The last visited line with words of the search.
    var match: Int?
    var back: [Position] = []
    var forward: [Position] = []
    /// The beginnings of texts, by the paths of their items.
    var excerpts: [BundlePath: String] = [:]

    init(
        _ content: BrowseContent, size: Keyboard.Size, readOnly: String? = nil, open: Set<BrowseLocation> = [],
        sort: NotebookDescription.SortKey? = nil
    ) {
        (self.content, self.size, self.readOnly, self.open) = (content, size, readOnly, open)
        self.sort = sort ?? content.notebook.description.settings.sort
    }

    var layout: BrowseLayout { BrowseLayout(size, focus: focus, isZoomed: isZoomed) }
    var rows: [BrowseRow] { content.rows(open: open) }
    var selected: Item? { items.indices.contains(list.selected) ? items[list.selected] : nil }
    /// The item that keys apply to: the one that is open in its pane, or else the selected one.
    var current: Item? { focus == .item ? reading.flatMap { content.item(at: $0.path) } ?? selected : selected }

    /// The item whose text has to be read before it can be shown; `nil` if there is none.
    var neededDocument: Item? {
        guard layout.panes[.item] != nil, let reading, document?.item.path != reading.path else { return nil }
        return content.item(at: reading.path)
    }

    /// The selected task, if the list shows tasks.
    var selectedTask: ListedTask? { tasks.indices.contains(list.selected) ? tasks[list.selected] : nil }

    /// The items whose excerpts have to be read before they can be shown.
    var neededExcerpts: [Item] {
        guard tasks.isEmpty, layout.rowsPerItem > 1, layout.panes[.list] != nil else { return [] }
        return items[visibleItems].filter { excerpts[$0.path] == nil }
    }

    /// The items that the list shows.
    var visibleItems: Range<Int> { list.top..<min(items.count, list.top + layout.listHeight) }
}

extension BrowseState {
    /// Shows other items in the list; the same item stays selected, if it is among them.
    mutating func show(_ new: [Item]) {
        let old = selectsFirst ? nil : selected
        if selectsFirst { list.select(0, of: new.count) }
        (items, tasks, isListStale, selectsFirst) = (new, [], false, false)
        let place = old.flatMap { old in
            new.firstIndex { $0.path == old.path }
                ?? old.uuid.flatMap { uuid in new.firstIndex { $0.uuid == uuid && $0.isInTrash == old.isInTrash } }
        }
        list.select(place ?? list.selected, of: new.count)
        list.show(of: new.count, height: layout.listHeight)
        if focus != .item || reading == nil { readSelected() }
    }

    /// Shows tasks in the list; those that it showed before for the same search keep their order, so that one that is done
    /// does not jump.
    mutating func show(tasks new: [ListedTask]) {
        let known = search.isEmpty ? allTasks : selectsFirst || search != shownSearch ? [] : tasks
        let places = Dictionary(known.enumerated().map { (Self.key($1), $0) }) { first, _ in first }
        let old = selectsFirst ? nil : selectedTask
        tasks = new.enumerated().sorted { one, other in
            let (left, right) = (places[Self.key(one.element)], places[Self.key(other.element)])
            guard let left, let right else { return left != nil || right == nil && one.offset < other.offset }
            return (left, one.offset) < (right, other.offset)
        }.map(\.element)
        if search.isEmpty { allTasks = tasks }
        (items, isListStale, selectsFirst, shownSearch) = (tasks.map(\.item), false, false, search)
        let place = old.flatMap { old in tasks.firstIndex { Self.key($0) == Self.key(old) } }
        list.select(place ?? (old == nil ? 0 : list.selected), of: tasks.count)
        list.show(of: tasks.count, height: layout.listHeight)
        if focus != .item || reading == nil { readSelected() }
    }

    private static func key(_ listed: ListedTask) -> String { "\(listed.item.path)\n\(listed.task.text)" }

    /// Shows a later state of the notebook; the same places and items stay selected.
    mutating func show(_ new: BrowseContent) {
        let place = place
        // An item that was renamed or moved stays open.
        if let path = reading?.path, new.item(at: path) == nil {
            let uuid = content.item(at: path)?.uuid
            let moved = uuid.flatMap { uuid in
                (new.notebook.items + new.notebook.trashedItems).first { $0.uuid == uuid }
            }
            let top = reading?.top ?? 0
            reading = moved.map { Position(path: $0.path, top: top) }
        }
        let changed = content
        content = new
        (document, isListStale) = (nil, true)
        excerpts = excerpts.filter { path, _ in
            changed.notebook.manifest[path]?.digest == new.notebook.manifest[path]?.digest
        }
        back.removeAll { new.item(at: $0.path) == nil }
        forward.removeAll { new.item(at: $0.path) == nil }
        let rows = rows
        let known = rows.firstIndex { $0.place == place }
        if known == nil { choose(.all) }
        sidebar.select(rows.firstIndex { $0.place == self.place } ?? 0, of: rows.count)
    }

    /// Has the text read again, because another program changed it.
    mutating func forgetDocument() { document = nil }

    /// Shows the text of the open item.
    mutating func show(_ new: BrowseDocument) {
        document = new
        match = nil
        guard reading?.path == new.item.path else { return }
        let last = max(0, new.lines.count - layout.height)
        let start = reading?.start
        let line = start.flatMap(new.line)
        let task = reading?.text.flatMap { text in new.lines.firstIndex { !$0.columns(of: text).isEmpty } }
        let top = line ?? task.map { $0 - 2 } ?? reading?.top ?? 0
        if let start, line == nil { message = Self.absent(start) }
        reading?.start = nil
        reading?.text = nil
        reading?.top = max(0, min(top, last))
        if let link = reading?.link, !new.links.indices.contains(link) { reading?.link = nil }
    }

    /// Changes the size of the screen.
    mutating func resize(to new: Keyboard.Size) {
        let width = layout.width(of: .item)
        size = new
        if layout.width(of: .item) != width { document = nil }
        list.show(of: items.count, height: layout.listHeight)
    }

    /// Shows the items of a place in the list.
    mutating func choose(_ new: BrowseLocation) {
        guard new != place else { return }
        (place, isListStale, search, selectsFirst, allTasks) = (new, true, "", true, [])
    }

    /// Reads the selected item from its beginning.
    mutating func readSelected() {
        if let listed = selectedTask {
            let words = listed.task.text.prefix(24)
            let isNew = reading?.path != listed.item.path
            if isNew { reading = Position(path: listed.item.path) }
            reading?.text = words.isEmpty ? nil : String(words)
            if !isNew, let document { show(document) }
            return
        }
        guard reading?.path != selected?.path else { return }
        reading = selected.map { Position(path: $0.path) }
    }

    /// Follows a link to an item, and remembers the way back.
    ///
    /// - Parameter link: The link, which may name a heading to begin with.
    mutating func read(_ path: BundlePath, by link: LinkMark? = nil) {
        if let link, path == document?.item.path, path == reading?.path { return jump(by: link) }
        if let reading, reading.path != path {
            back.append(reading)
            forward = []
        }
        reading = Position(path: path, start: link.flatMap { $0.leadsToHeading ? $0 : nil })
        focus(on: .item)
        if let index = items.firstIndex(where: { $0.path == path }) {
            list.select(index, of: items.count)
            list.show(of: items.count, height: layout.listHeight)
        }
    }

    /// Goes to a heading of the open item, and remembers the way back.
    mutating func jump(by link: LinkMark) {
        guard link.leadsToHeading else {
            message = "this link leads to a place in this item"
            return
        }
        guard let line = document?.line(of: link) else {
            message = Self.absent(link)
            return
        }
        if let reading { back.append(reading) }
        forward = []
        reading?.link = nil
        scroll(to: line)
    }

    private static func absent(_ link: LinkMark) -> String {
        "the item has no heading \(PrintableText.quoted("#" + (link.name.writtenPlace ?? "")))"
    }

    /// Shows an item that was just created or changed, in whichever pane is in use.
    mutating func go(to path: BundlePath) {
        if focus == .item, reading?.path != path { reading = Position(path: path) }
        select(path)
    }

    /// Returns to the list from an item that was moved to the trash.
    mutating func leaveDeleted() {
        guard focus == .item else { return }
        focus(on: .list)
        readSelected()
    }

    /// Selects an item, if the list has it.
    mutating func select(_ path: BundlePath) {
        guard let index = items.firstIndex(where: { $0.path == path }) else { return }
        list.select(index, of: items.count)
        list.show(of: items.count, height: layout.listHeight)
        if focus != .item { readSelected() }
    }

    /// Gives the reading pane the whole width, or takes it back.
    mutating func zoom() {
        guard reading ?? selected.map({ Position(path: $0.path) }) != nil else {
            message = "no item is selected"
            return
        }
        if focus == .item {
            isZoomed.toggle()
            document = nil
        } else {
            isZoomed = true
            focus(on: .item)
        }
    }

    /// Switches to another pane.
    mutating func focus(on pane: BrowsePane) {
        let width = layout.width(of: .item)
        focus = pane
        if layout.width(of: .item) != width { document = nil }
        if pane == .item, reading == nil { readSelected() }
    }
}
