import NotebookBundle

/// Reading an item, and following its links.
extension BrowseState {
    mutating func moveInItem(_ key: ScreenKey) {
        let count = document?.lines.count ?? 0
        if let target = Self.target(of: key, from: reading?.top ?? 0, count: count, page: layout.height - 1) {
            return scroll(to: target)
        }
        switch key {
        case .character("n"):
            let last = shownMatch ?? (reading?.top ?? 0) - 1
            find(among: (0..<count).filter { $0 > last })
        case .character("N"):
            let last = shownMatch ?? reading?.top ?? 0
            find(among: (0..<count).filter { $0 < last }.reversed())
        case .enter, .character("l"), .right: follow()
        case .backspace: if back.isEmpty { focus(on: .list) } else { goBack() }
        case .character("h"), .left: if back.isEmpty { focus(on: .list) } else { goBack() }
        case .character(let digit):
            if let number = digit.wholeNumberValue, number > 0 { select(link: number - 1) }
        default: break
        }
    }

    mutating func scroll(to line: Int) {
        let last = max(0, (document?.lines.count ?? 0) - layout.height)
        reading?.top = max(0, min(line, last))
    }

    /// The line of the last visited match, if it is on the screen.
    private var shownMatch: Int? {
        let top = reading?.top ?? 0
        return match.flatMap { (top..<(top + layout.height)).contains($0) ? $0 : nil }
    }

    /// Goes to the first of some lines with words of the search.
    private mutating func find(among numbers: [Int]) {
        let (lines, words) = (document?.lines ?? [], searchWords)
        let found = numbers.first { line in words.contains { !lines[line].columns(of: $0).isEmpty } }
        guard let line = found else {
            message = search.isEmpty ? "there is no search; / starts one" : "no more matches"
            return
        }
        match = line
        if shownMatch == nil { scroll(to: line) }
    }

    private mutating func follow() {
        guard let document, let number = reading?.link, document.links.indices.contains(number) else {
            if document?.links.isEmpty == false { select(link: 0) }
            return
        }
        let mark = document.links[number].mark
        let name = PrintableText.quoted(mark.text)
        switch content.target(of: mark, from: document.item.path) {
        case .file(let path):
            guard content.item(at: path) != nil else {
                message = Self.attachment(name)
                return
            }
            read(path, by: mark)
        case .folder(let text):
            let place = text.split(separator: "/").dropFirst().joined(separator: "/")
            guard let folder = try? FolderPath(place) else { return }
            choose(folder == .root ? .all : .folder(folder))
            showPlaceInSidebar()
            focus(on: .list)
        case .itself: jump(by: mark)
        case .external: message = Self.outside(mark)
        case .ambiguous(let paths): message = "\(name) could be one of \(paths.count) items"
        case .nothing: message = "\(name) leads nowhere"
        }
    }

    private static func attachment(_ name: String) -> String {
        "\(name) is an attachment; ‘bundle extract’ writes it to a file"
    }

    /// The message about a link that leads out of the notebook.
    static func outside(_ mark: LinkMark) -> String {
        (mark.opened == nil ? "" : "o opens ") + PrintableText.escaped(mark.text)
    }

    /// Opens the selected link that leads out of the notebook, or the only one.
    mutating func openLink() -> [BrowseEffect] {
        guard focus == .item, let document else {
            message = "open an item first; o opens its links"
            return []
        }
        let outside = document.links.indices.filter { isOutside(document.links[$0].mark, in: document) }
        guard let number = reading?.link ?? (outside.count == 1 ? outside.first : nil) else {
            message = outside.isEmpty ? "no link leads out of the notebook" : "Tab selects the link that o opens"
            return []
        }
        let mark = document.links[number].mark
        guard outside.contains(number) else {
            let target = content.target(of: mark, from: document.item.path)
            let isAttachment = if case .file(let path) = target { content.item(at: path) == nil } else { false }
            message =
                isAttachment
                ? Self.attachment(PrintableText.quoted(mark.text))
                : "this link leads to a place in the notebook; Enter follows it"
            return []
        }
        guard let address = mark.opened else {
            message = "this kind of address is not opened: \(PrintableText.escaped(mark.text))"
            return []
        }
        return [.open(address)]
    }

    /// Whether a link of a document leads out of the notebook.
    func isOutside(_ mark: LinkMark, in document: BrowseDocument) -> Bool {
        if case .external = content.target(of: mark, from: document.item.path) { true } else { false }
    }

    /// Selects the place of the list in the sidebar, and opens the folders around it.
    mutating func showPlaceInSidebar() {
        open.formUnion(place.allAbove)
        let rows = rows
        sidebar.select(rows.firstIndex { $0.place == place } ?? 0, of: rows.count)
    }

    mutating func goBack() {
        guard let position = back.popLast() else {
            message = "there is no earlier item"
            return
        }
        if let reading { forward.append(reading) }
        go(to: position)
    }

    mutating func goForward() {
        guard let position = forward.popLast() else {
            message = "there is no later item"
            return
        }
        if let reading { back.append(reading) }
        go(to: position)
    }

    private mutating func go(to position: Position) {
        reading = position
        focus(on: .item)
        // The text may have fewer lines than when it was left: in a wider window, or after a change.
        if document?.item.path == position.path { scroll(to: position.top) }
        if let index = items.firstIndex(where: { $0.path == position.path }) {
            list.select(index, of: items.count)
            list.show(of: items.count, height: layout.listHeight)
        }
    }
}
