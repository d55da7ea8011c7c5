import NotebookBundle
import NotebookFormat

/// Items as lists show them.
enum ItemLines {
    /// One line for each item: when it was changed or made, whether it is pinned, its title, path and tags.
    static func of(
        _ items: [Item], date key: NotebookDescription.SortKey = .modified, _ session: Session
    ) -> [String] {
        let style = session.style
        let titles = items.map { ColumnText(PrintableText.escaped($0.title)) }
        let width = min(40, titles.map(\.columns).max() ?? 0)
        let dates = items.map { ColumnText(session.date(key == .created ? $0.created : $0.modified)) }
        let dateWidth = dates.map(\.columns).max() ?? 0
        return zip(items, zip(dates, titles)).map { item, texts in
            let (time, title) = texts
            var line = style(item.isPinned ? "*" : " ", .yellow)
            line += " "
            line += style(time.padded(to: dateWidth), .dim)
            line += "  "
            line += style(title.cut(to: width), item.isPinned ? .bold : .cyan)
            line += String(repeating: " ", count: max(0, width - title.columns))
            line += "  "
            line += PrintableText.escaped(item.path.text)
            if !item.tags.isEmpty {
                let tags = item.tags.map { "#" + PrintableText.escaped($0.text) }.joined(separator: " ")
                line += style("  " + tags, .green)
            }
            return line
        }
    }
}

/// A text that can be printed, with the columns that it takes, which are counted once.
private struct ColumnText {
    let text: String
    let columns: Int

    init(_ text: String) {
        self.text = text
        columns = text.columns
    }

    func padded(to width: Int) -> String {
        columns >= width ? text : text + String(repeating: " ", count: width - columns)
    }

    func cut(to width: Int) -> String { columns > width ? text.cut(to: width) : text }
}
