import NotebookBundle
import NotebookFormat

/// Reading an item, and following its links.
extension BrowseState {
    mutating func moveInItem(_ key: ScreenKey) {
        let count = document?.lines.count ?? 0
        if let target = Self.target(of: key, from: reading?.top ?? 0, count: count, page: layout.height - 1) {
            return scroll(to: target)
        }
        switch key {
        case .character("n"): nextFound(foundLines.first { $0 > reading?.top ?? 0 })
        case .character("N"): nextFound(foundLines.last { $0 < reading?.top ?? 0 })
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

    private mutating func nextFound(_ line: Int?) {
        guard let line else {
            message = search.isEmpty ? "nothing is searched for; / begins a search" : "no further place"
            return
        }
        let before = reading?.top
        scroll(to: line)
        if reading?.top == before { message = "no further place" }
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
                message = "\(name) is an attachment; ‘bundle extract’ writes it to a file"
                return
            }
            read(path, at: mark.fragment)
        case .folder(let text):
            let place = text.split(separator: "/").dropFirst().joined(separator: "/")
            guard let folder = try? FolderPath(place) else { return }
            choose(folder == .root ? .all : .folder(folder))
            showPlaceInSidebar()
            focus(on: .list)
        case .itself:
            guard let line = mark.fragment.flatMap({ document.line(ofHeading: $0) }) else {
                message = "this link leads to a place in this item"
                return
            }
            if let reading { back.append(reading) }
            forward = []
            scroll(to: line)
        case .external: message = PrintableText.escaped(mark.text)
        case .ambiguous(let paths): message = "\(name) could be one of \(paths.count) items"
        case .nothing: message = "\(name) leads nowhere"
        }
    }

    /// Selects the place of the list in the sidebar, with the folders around it open.
    mutating func showPlaceInSidebar() {
        if case .folder(let folder) = place {
            var above = folder.parent
            while let next = above, next != .root {
                openFolders.insert(next)
                above = next.parent
            }
        }
        let rows = rows
        sidebar.select(rows.firstIndex { $0.place == place } ?? 0, of: rows.count)
    }

    mutating func goBack() {
        guard let position = back.popLast() else {
            message = "nothing was read before"
            return
        }
        if let reading { forward.append(reading) }
        go(to: position)
    }

    mutating func goForward() {
        guard let position = forward.popLast() else {
            message = "there is no way forward"
            return
        }
        if let reading { back.append(reading) }
        go(to: position)
    }

    private mutating func go(to position: Position) {
        reading = position
        focus(on: .item)
        if let index = items.firstIndex(where: { $0.path == position.path }) { list.select(index, of: items.count) }
    }
}
