import NotebookBundle

/// A list to choose from: typing narrows it, arrow keys move the selection.
struct Picker {
    /// A row of the list.
    struct Row: Equatable {
        let name: String
        /// A text that distinguishes rows of the same name.
        let detail: String
    }

    /// The effect of a key.
    enum Outcome: Equatable {
        case goesOn
        /// The number of the row.
        case chosen(Int)
        case cancelled
    }

    private let question: String
    private let rows: [Row]
    private var typed = ""
    /// The numbers of the rows that match the typed text.
    private(set) var shown: [Int]
    /// The index of the selected row among these.
    private var place = 0

    /// The maximum number of visible rows.
    private static let maximumRows = 20
    /// The maximum number of lines of the preview.
    private static let previewLines = 4

    init(_ question: String, _ rows: [Row]) {
        (self.question, self.rows) = (question, rows)
        shown = Array(rows.indices)
    }

    /// The number of the selected row; `nil` if none is left.
    var selected: Int? { shown.indices.contains(place) ? shown[place] : nil }

    /// The number of rows that a terminal shows.
    private static func room(in height: Int) -> Int { max(1, min(maximumRows, height - 2 - previewLines)) }

    /// Applies a key to the list.
    ///
    /// - Parameter height: The height of the terminal, which is that of a page.
    mutating func press(_ key: PressedKey, height: Int) -> Outcome {
        switch key {
        case .enter: return selected.map { .chosen($0) } ?? .goesOn
        case .escape, .interrupt: return .cancelled
        case .up: place = max(0, place - 1)
        case .down: place = max(0, min(shown.count - 1, place + 1))
        case .pageUp: place = max(0, place - Self.room(in: height))
        case .pageDown: place = max(0, min(shown.count - 1, place + Self.room(in: height)))
        case .home: place = 0
        case .end: place = max(0, shown.count - 1)
        case .character(let character): narrow(typed + String(character))
        case .backspace: narrow(String(typed.dropLast()))
        case .clear: narrow("")
        case .suspend: break
        }
        return .goesOn
    }

    private mutating func narrow(_ text: String) {
        (typed, place) = (text, 0)
        guard let parts = NameParts(text) else {
            shown = Array(rows.indices)
            return
        }
        shown = rows.indices.filter { parts.fit(rows[$0].name + " " + rows[$0].detail) != nil }
    }

    /// The lines to draw, none wider than the terminal: the question with the typed text, rows, and a preview.
    ///
    /// - Parameter preview: The preview of the selected row.
    func lines(width: Int, height: Int, preview: String, _ style: Style) -> [String] {
        let width = max(20, width - 1)
        let count = shown.count == rows.count ? "\(rows.count)" : "\(shown.count) of \(rows.count)"
        let tail = " (\(count)): "
        let head = question.cut(to: max(1, width * 2 / 3 - tail.columns)) + tail
        var lines = [(head + PrintableText.escaped(typed)).cut(to: width)]
        let room = Self.room(in: height)
        let first = max(0, min(place - room / 2, shown.count - room))
        let visible = Array(shown.indices.dropFirst(first).prefix(room))
        let names = visible.map { PrintableText.escaped(rows[shown[$0]].name).cut(to: width * 2 / 3) }
        let column = min(width / 2, names.map(\.columns).max() ?? 0)
        for (index, name) in zip(visible, names) {
            let detail = PrintableText.escaped(rows[shown[index]].detail)
            let left = "\(index == place ? ">" : " ") \(name.padded(to: column))"
            let right = left.columns + 4 > width ? "" : "  " + detail.cut(to: width - left.columns - 2)
            lines.append(
                index == place ? style(left, .bold) + style(right, .dim) : left + style(right, .dim))
        }
        if visible.isEmpty { lines.append(style("  nothing matches", .dim)) }
        var text = StyledText()
        text.append(PrintableText.escaped(preview), [])
        let previewed = text.lines(width: width - 4, Style(isEnabled: false)).prefix(Self.previewLines)
        return lines + previewed.map { style("  │ " + $0.cut(to: width - 4), .dim) }
    }
}
