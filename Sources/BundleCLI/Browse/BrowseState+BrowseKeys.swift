import NotebookBundle

/// What keys do.
extension BrowseState {
    /// Changes the state according to a key, and returns what remains to be done.
    mutating func press(_ key: ScreenKey) -> [BrowseEffect] {
        message = ""
        if key == .control("z") { return [.suspend] }
        if let dialog { return press(key, in: dialog) }
        switch key {
        case .character("q"), .control("c"): return [.quit]
        case .control("l"): return [.redraw]
        case .character("?"): dialog = .help(top: 0)
        case .character("/"): dialog = .line(BrowseQuestion(purpose: .search, input: ScreenInput(search)))
        case .escape: endSearch()
        case .character("s") where place == .tasks: message = "tasks are sorted by when they are due"
        case .character("s"):
            let keys = NotebookDescription.SortKey.allCases
            sort = keys[((keys.firstIndex(of: sort) ?? 0) + 1) % keys.count]
            (isListStale, message) = (true, "sorted by \(sort.rawValue)")
        case .character("c") where place == .trash: message = "cards in the trash cannot be studied"
        case .character("c") where place == .tasks: message = "c studies the cards of a folder; here are only tasks"
        case .character("c"): return [.study]
        case .character("T"):
            choose(.tasks)
            showPlaceInSidebar()
            focus(on: .list)
        case .character("C"): return [.askForDay]
        case .character("z"): zoom()
        case .character("o"): return openLink()
        case .back: goBack()
        case .forward: goForward()
        case .tab, .backTab: tab(key == .tab)
        default:
            if let effects = pressedToChange(key) { return effects }
            move(key)
        }
        return []
    }

    private mutating func endSearch() {
        guard !search.isEmpty else { return }
        (search, isListStale, match) = ("", true, nil)
    }

    private mutating func tab(_ forwards: Bool) {
        guard focus == .item, let document, !document.links.isEmpty else {
            let panes = BrowsePane.allCases
            return focus(on: panes[(focus.rawValue + (forwards ? 1 : panes.count - 1)) % panes.count])
        }
        let count = document.links.count
        guard let link = reading?.link else { return select(link: forwards ? firstVisibleLink(document) : count - 1) }
        let next = link + (forwards ? 1 : -1)
        guard document.links.indices.contains(next) else {
            reading?.link = nil
            return focus(on: forwards ? .sidebar : .list)
        }
        select(link: next)
    }

    private func firstVisibleLink(_ document: BrowseDocument) -> Int {
        document.links.firstIndex { ($0.parts.first?.line ?? 0) >= reading?.top ?? 0 } ?? 0
    }

    /// Selects a link, scrolls to it, and shows where it leads.
    mutating func select(link number: Int) {
        guard let document, document.links.indices.contains(number) else { return }
        reading?.link = number
        let link = document.links[number]
        let line = link.parts.first?.line ?? 0
        if !(reading.map { $0.top..<$0.top + layout.height } ?? 0..<0).contains(line) { scroll(to: line - 2) }
        let isOutside = isOutside(link.mark, in: document)
        let target = isOutside ? Self.outside(link.mark) : PrintableText.escaped(link.mark.text)
        message = "link \(number + 1) of \(document.links.count): \(target)"
    }

    private mutating func move(_ key: ScreenKey) {
        switch focus {
        case .sidebar: moveInSidebar(key)
        case .list: moveInList(key)
        case .item: moveInItem(key)
        }
    }

    /// The row that a key moves to; `nil` for other keys.
    static func target(of key: ScreenKey, from row: Int, count: Int, page: Int) -> Int? {
        let page = max(1, page)
        switch key {
        case .character("j"), .down, .control("n"): return row + 1
        case .character("k"), .up, .control("p"): return row - 1
        case .character(" "), .pageDown, .control("f"): return row + page
        case .pageUp, .control("b"): return row - page
        case .control("d"): return row + max(1, page / 2)
        case .control("u"): return row - max(1, page / 2)
        case .character("g"), .home: return 0
        case .character("G"), .end: return count - 1
        default: return nil
        }
    }

    private mutating func moveInSidebar(_ key: ScreenKey) {
        let rows = rows
        if let target = Self.target(of: key, from: sidebar.selected, count: rows.count, page: layout.height) {
            var next = max(0, min(target, rows.count - 1))
            let step = target < sidebar.selected ? -1 : 1
            // Headings cannot be selected.
            while rows.indices.contains(next), rows[next].place == nil { next += step }
            guard rows.indices.contains(next), let place = rows[next].place else { return }
            sidebar.select(next, of: rows.count)
            return choose(place)
        }
        guard rows.indices.contains(sidebar.selected), let place = rows[sidebar.selected].place else { return }
        let row = rows[sidebar.selected]
        switch key {
        case .character("l"), .right, .enter:
            if row.isOpen == false {
                open.insert(place)
            } else if row.isOpen == true, key == .enter {
                open.remove(place)
            } else {
                focus(on: .list)
            }
        case .character("h"), .left, .backspace:
            if row.isOpen == true {
                open.remove(place)
            } else if let above = place.above, let index = rows.firstIndex(where: { $0.place == above }) {
                sidebar.select(index, of: rows.count)
                choose(above)
            }
        default: break
        }
    }

    private mutating func moveInList(_ key: ScreenKey) {
        let key = key == .character("n") ? .down : key == .character("N") ? .up : key
        if let target = Self.target(of: key, from: list.selected, count: items.count, page: layout.listHeight) {
            list.select(target, of: items.count)
            list.show(of: items.count, height: layout.listHeight)
            return readSelected()
        }
        switch key {
        case .character("l"), .right, .enter:
            guard selected != nil else { return }
            readSelected()
            focus(on: .item)
        case .character("h"), .left, .backspace: focus(on: .sidebar)
        default: break
        }
    }
}
