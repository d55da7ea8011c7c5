import NotebookBundle
import TerminalIO

/// Draws the state of the screen.
struct BrowsePainter {
    private let state: BrowseState
    private let layout: BrowseLayout
    private let wording: BrowseDocument.Wording
    private var frame: ScreenFrame

    /// What the screen shows.
    static func frame(_ state: BrowseState, _ wording: BrowseDocument.Wording) -> ScreenFrame {
        var painter = BrowsePainter(state, wording)
        painter.paint()
        return painter.frame
    }

    private init(_ state: BrowseState, _ wording: BrowseDocument.Wording) {
        (self.state, self.wording, layout) = (state, wording, state.layout)
        frame = ScreenFrame(width: state.size.width, height: state.size.height)
    }

    private mutating func paint() {
        paintHead()
        switch state.dialog {
        case .help(let top): paintHelp(top)
        case .folder(let choice): paint(choice)
        case .calendar(let calendar):
            for (number, line) in Self.lines(calendar, state.content, height: layout.height).enumerated() {
                put(line, layout.rows.lowerBound + number, 0, frame.width)
            }
        case .line, .delete, nil:
            for pane in BrowsePane.allCases {
                guard let columns = layout.panes[pane] else { continue }
                switch pane {
                case .sidebar: paintSidebar(columns)
                case .list: paintList(columns)
                case .item: paintItem(columns)
                }
                if columns.upperBound < frame.width {
                    for row in layout.rows { put(ScreenLine("│", ScreenLook(.dim)), row, columns.upperBound, 1) }
                }
            }
        }
        paintFoot()
    }

    private mutating func put(
        _ line: ScreenLine, _ row: Int, _ column: Int, _ width: Int, fill look: ScreenLook = ScreenLook()
    ) {
        frame.put(line, column: column, row: row, width: width, fill: look)
    }

    private mutating func paintHead() {
        guard layout.rows.lowerBound > 0 else { return }
        var line = ScreenLine(PrintableText.escaped(state.content.notebook.description.title), ScreenLook(.bold))
        line.append(" · " + state.place.name)
        if !state.search.isEmpty { line.append(" · " + PrintableText.quoted(state.search)) }
        if !state.isListStale {
            let things = Wording.count(state.items.count, state.place == .tasks ? "task" : "item")
            line.append(" · " + things, ScreenLook(.dim))
        }
        if state.readOnly != nil { line.append(" · read only", ScreenLook(.dim)) }
        put(line, 0, 0, frame.width)
    }

    /// The look of a selected row: reversed in the pane that receives keys.
    private func selection(_ pane: BrowsePane) -> ScreenLook.Faces { state.focus == pane ? .reversed : .bold }

    private mutating func paintSidebar(_ columns: Range<Int>) {
        let rows = state.rows
        var scroll = state.sidebar
        scroll.show(of: rows.count, height: layout.height)
        for (number, index) in (scroll.top..<min(rows.count, scroll.top + layout.height)).enumerated() {
            let row = rows[index]
            let isSelected = index == scroll.selected
            let look = ScreenLook(row.place == nil ? .dim : isSelected ? selection(.sidebar) : [])
            var line = ScreenLine(isSelected ? "›" : " ", look)
            let sign = row.isOpen.map { $0 ? "▾ " : "▸ " } ?? (row.depth > 0 ? "  " : "")
            let depth = max(0, min(row.depth - 1, (columns.count - 12) / 2))
            line.append(String(repeating: "  ", count: depth) + sign, look)
            var colored = look
            if !isSelected || state.focus != .sidebar { colored.color = row.color }
            if case .tag? = row.place { line.append("#", colored) }
            line.append(row.text, colored)
            let count = row.count.map { " \($0)" } ?? ""
            let room = columns.count - count.count
            put(line, layout.rows.lowerBound + number, columns.lowerBound, room, fill: look)
            var quiet = look
            quiet.faces.insert(.dim)
            put(ScreenLine(count, quiet), layout.rows.lowerBound + number, columns.lowerBound + room, count.count)
        }
    }

    /// The width of a list whose lines have room for what is known of a task.
    private static let columnsForFacts = 60

    private mutating func paintList(_ columns: Range<Int>) {
        guard !state.items.isEmpty else {
            let nothing = state.place == .tasks ? "no tasks" : "no items"
            let text = state.isListStale ? "" : state.search.isEmpty ? nothing : "nothing found"
            return put(
                ScreenLine(" " + text, ScreenLook(.dim)), layout.rows.lowerBound, columns.lowerBound, columns.count)
        }
        for index in state.visibleItems {
            let item = state.items[index]
            let row = layout.rows.lowerBound + (index - state.list.top) * layout.rowsPerItem
            let isSelected = index == state.list.selected
            let look = ScreenLook(isSelected ? selection(.list) : [])
            var line = ScreenLine(isSelected ? "›" : " ", look)
            let task = state.tasks.indices.contains(index) ? state.tasks[index].task : nil
            let date: String
            if let task {
                let faded = ScreenLook(look.faces.union(task.state == .open ? [] : .dim))
                line.append(TaskLines.box(task) + " " + TaskLines.text(task, of: item), faded)
                let facts = layout.rowsPerItem == 1 && columns.count >= Self.columnsForFacts ? task.facts : []
                date = (facts + [task.due.map { "\($0)" }].compactMap(\.self)).map { " " + $0 }.joined(separator: " ")
            } else {
                if item.isPinned { line.append("*", ScreenLook(look.faces, color: isSelected ? nil : 3)) }
                if item.type == .card { line.append("▪", look) }
                line.append((line.width > 1 ? " " : "") + PrintableText.escaped(item.shownTitle), look)
                let shown = state.sort == .created ? item.created : item.modified
                date = columns.count >= 40 ? " " + wording.date(shown) : ""
            }
            var quiet = look
            quiet.faces.insert(.dim)
            put(line, row, columns.lowerBound, columns.count - date.columns, fill: look)
            put(ScreenLine(date, quiet), row, columns.upperBound - date.columns, date.columns)
            guard layout.rowsPerItem > 1, row + 1 < layout.rows.upperBound else { continue }
            let more =
                task.map { task in
                    let place = PrintableText.escaped(item.shownTitle) + TaskLines.heading(task, of: item)
                    return (task.facts + [place]).joined(separator: " · ")
                } ?? state.excerpts[item.path] ?? ""
            put(ScreenLine("  " + more, ScreenLook(.dim)), row + 1, columns.lowerBound, columns.count)
        }
    }

    private mutating func paintItem(_ columns: Range<Int>) {
        guard let document = state.document, let position = state.reading, document.item.path == position.path else {
            return
        }
        let margin = columns.count > 30 ? 1 : 0
        let parts = position.link.flatMap { document.links.indices.contains($0) ? document.links[$0].parts : nil } ?? []
        let words = state.searchWords
        for (number, index) in (position.top..<min(document.lines.count, position.top + layout.height)).enumerated() {
            var line = document.lines[index]
            line.mark(words)
            for part in parts where part.line == index { line.mark(part.columns) { $0.faces.insert(.reversed) } }
            let row = layout.rows.lowerBound + number
            put(line, row, columns.lowerBound + margin, columns.count - margin)
            if index == state.match, margin > 0 { put(ScreenLine("›", ScreenLook(.bold)), row, columns.lowerBound, 1) }
        }
    }

    private mutating func paintHelp(_ top: Int) {
        let lines = BrowseHelp.lines(width: frame.width)
        // A window that became larger has room for all, or for more of the end.
        let top = max(0, min(top, lines.count - layout.height))
        for (number, line) in lines.dropFirst(top).prefix(layout.height).enumerated() {
            put(line, layout.rows.lowerBound + number, 0, frame.width)
        }
    }

    private mutating func paint(_ choice: BrowseChoice) {
        let shown = choice.shown
        var scroll = choice.rows
        scroll.show(of: shown.count, height: layout.height)
        for (number, index) in (scroll.top..<min(shown.count, scroll.top + layout.height)).enumerated() {
            let row = shown[index]
            let look = ScreenLook(index == scroll.selected ? .reversed : [])
            let name = row.folder.isEmpty ? "/ (no folder)" : PrintableText.escaped(row.folder)
            let line = ScreenLine(
                (index == scroll.selected ? "› " : "  ") + (row.isNew ? "new folder " : "") + name, look)
            put(line, layout.rows.lowerBound + number, 0, frame.width, fill: look)
        }
    }
}

/// The last row: a question, a message, or the keys.
extension BrowsePainter {
    private mutating func paintFoot() {
        let row = frame.height - 1
        switch state.dialog {
        case .line(let question):
            paint(question.label, question.input, row)
            let found = question.completions(among: state.content.tagNames).map { PrintableText.escaped($0) }
            guard !found.isEmpty, row > 0 else { return }
            put(ScreenLine("", ScreenLook()), row - 1, 0, frame.width)
            let text = "Tab: " + found.joined(separator: " · ")
            put(ScreenLine(text.cut(to: frame.width), ScreenLook(.dim)), row - 1, 0, frame.width)
        case .calendar:
            let keys =
                frame.width < 60 ? "arrows Enter t" : "arrows: day · PageUp PageDown: month · t today · Enter open"
            put(ScreenLine(keys + " · other keys close", ScreenLook(.dim)), row, 0, frame.width)
        case .folder(let choice): paint("Move to folder: ", choice.input, row)
        case .delete(_, let question):
            let keys = frame.width < 60 ? " y n a" : " y yes · n no · a always"
            let text = question.cut(to: max(1, frame.width - keys.columns))
            put(ScreenLine(text, ScreenLook(.bold)), row, 0, frame.width)
            put(ScreenLine(keys), row, text.columns, frame.width)
        case .help:
            put(
                ScreenLine(
                    frame.width < 60 ? "j k scroll · others close" : "j k scroll · any other key closes the help",
                    ScreenLook(.dim)), row, 0, frame.width)
        case nil:
            guard state.message.isEmpty else { return paintMessage() }
            put(ScreenLine(Self.hint(state), ScreenLook(.dim)), row, 0, frame.width)
        }
    }

    /// A message that is too long for the last line takes as many lines as it needs, until the next key.
    private mutating func paintMessage() {
        let lines = FittedText.wrapped(state.message, to: max(1, frame.width - 1), indent: 0).suffix(frame.height)
        for (number, line) in lines.enumerated() {
            let row = frame.height - lines.count + number
            put(ScreenLine("", ScreenLook()), row, 0, frame.width)
            put(ScreenLine(line, ScreenLook(.bold)), row, 0, frame.width)
        }
    }

    private mutating func paint(_ label: String, _ input: ScreenInput, _ row: Int) {
        let label = label.columns < frame.width / 2 ? label : "> "
        let shown = input.shown(width: frame.width - label.columns - 1)
        var line = ScreenLine(label, ScreenLook(.bold))
        line.append(shown.text)
        put(line, row, 0, frame.width)
        frame.cursor = (min(frame.width - 1, label.columns + shown.cursor), row)
    }

    private static func hint(_ state: BrowseState) -> String {
        if state.readOnly != nil, state.focus != .item { return "? help · / search · q quit · read only" }
        switch state.focus {
        case .sidebar: return "? help · l open · / search · q quit"
        case .list where state.place == .tasks: return "? help · x done · l read · h back · u undo · q quit"
        case .list where state.place == .trash: return "? help · R restore · l read · h back · q quit"
        case .list: return "? help · / search · l read · a new · e edit · d delete · u undo · q quit"
        case .item: return "? help · Tab next link · Enter follow · h back · e edit · q quit"
        }
    }
}
