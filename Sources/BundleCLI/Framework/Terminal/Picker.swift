import NotebookFormat

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
    private static let maximumRows = 10
    /// The maximum number of lines of the preview.
    private static let previewLines = 4

    init(_ question: String, _ rows: [Row]) {
        (self.question, self.rows) = (question, rows)
        shown = Array(rows.indices)
    }

    /// The number of the selected row; `nil` if none is left.
    var selected: Int? { shown.indices.contains(place) ? shown[place] : nil }

    mutating func press(_ key: PressedKey) -> Outcome {
        switch key {
        case .enter: return selected.map { .chosen($0) } ?? .goesOn
        case .escape, .interrupt: return .cancelled
        case .up: place = max(0, place - 1)
        case .down: place = max(0, min(shown.count - 1, place + 1))
        case .pageUp: place = max(0, place - Self.maximumRows)
        case .pageDown: place = max(0, min(shown.count - 1, place + Self.maximumRows))
        case .character(let character): narrow(typed + String(character))
        case .backspace: narrow(String(typed.dropLast()))
        case .clear: narrow("")
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
        let head = "\(question) (\(count)): ".cut(to: width * 2 / 3)
        var lines = [(head + PrintableText.escaped(typed)).cut(to: width)]
        let room = max(1, min(Self.maximumRows, height - 2 - Self.previewLines))
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
