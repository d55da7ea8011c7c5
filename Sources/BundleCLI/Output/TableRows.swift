import NotebookBundle

/// A table in lines: its columns are aligned, and cells that are too wide are wrapped.
struct TableRows {
    private let alignments: [MarkdownTable.Alignment]
    private let rows: [[StyledText]]
    private let style: Style

    private static let bar = " │ "

    /// A table of texts, the first row of which is the header.
    init(_ alignments: [MarkdownTable.Alignment], _ rows: [[StyledText]], _ style: Style) {
        (self.alignments, self.rows, self.style) = (alignments, rows, style)
    }

    /// The lines, none wider than the width; a table with too many columns shows each row as a list, one cell per line.
    func lines(width: Int) -> [String] {
        let room = width - (alignments.count - 1) * Self.bar.columns
        let widths = columnWidths(within: room)
        if widths.reduce(0, +) > room, rows.count > 1 { return lists(width: width) }
        let cells = rows.map { row in zip(row, widths).map { $0.rows(width: $1, breaksWords: true, style) } }
        let isWrapped = cells.dropFirst().contains { $0.contains { $0.count > 1 } }
        let rule = widths.map { String(repeating: "─", count: $0) }
        var lines: [String] = []
        for (number, row) in cells.enumerated() {
            lines += self.lines(row, widths)
            if number == 0 {
                lines.append(style(rule.joined(separator: "─┼─"), .dim))
            } else if isWrapped, number + 1 < cells.count {
                lines.append(style(widths.map { String(repeating: "┈", count: $0) }.joined(separator: "┈┼┈"), .dim))
            }
        }
        return lines
    }

    /// Each row as lines of its cells, after their headers.
    private func lists(width: Int) -> [String] {
        guard let header = rows.first else { return [] }
        let names = min(max(8, width / 3), header.map(\.widths.line).max() ?? 0)
        // A long header that each row repeats would be most of what is shown.
        let headers =
            header.map { $0.rows(width: names, breaksWords: true, style).prefix(3) }
            + Array(repeating: [], count: alignments.count - header.count)
        let values = max(1, width - names - Self.bar.columns)
        let rule = style(String(repeating: "─", count: min(width, 40)), .dim)
        return rows.dropFirst().enumerated().flatMap { number, row in
            (number == 0 ? [] : [rule])
                + zip(headers, row).flatMap { left, value in
                    let right = value.rows(width: values, breaksWords: true, style)
                    return (0..<max(1, left.count, right.count)).map { index in
                        let name = index < left.count ? left[index] : (text: "", columns: 0)
                        let padding = String(repeating: " ", count: max(0, names - name.columns))
                        let value = index < right.count ? right[index].text : ""
                        let line = name.text + padding + style(value.isEmpty ? " │" : Self.bar, .dim) + value
                        return line
                    }
                }
        }
    }

    private func lines(_ row: [[StyledText.Row]], _ widths: [Int]) -> [String] {
        let count = max(1, row.map(\.count).max() ?? 0)
        return (0..<count).map { number in
            let parts = widths.indices.map { column -> String in
                let lines = column < row.count ? row[column] : []
                let part: StyledText.Row = number < lines.count ? lines[number] : (text: "", columns: 0)
                let room = max(0, widths[column] - part.columns)
                let before = alignments[column] == .leading ? 0 : alignments[column] == .center ? room / 2 : room
                // No padding after the last column.
                let after = column + 1 == widths.count ? 0 : room - before
                return String(repeating: " ", count: before) + part.text + String(repeating: " ", count: after)
            }
            var line = parts.joined(separator: style(Self.bar, .dim))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The widths of the columns: as wide as their contents if there is room; otherwise the widest become narrower,
    /// down to their longest words, and only then below that.
    private func columnWidths(within width: Int) -> [Int] {
        var (lines, words) = (alignments.map { _ in 1 }, alignments.map { _ in 1 })
        for row in rows {
            for (column, cell) in row.enumerated() {
                let widths = cell.widths
                lines[column] = max(lines[column], widths.line)
                words[column] = max(words[column], widths.word)
            }
        }
        let narrowed = Self.narrowed(lines, to: words, width)
        return Self.narrowed(narrowed, to: words.map { min($0, 3) }, width)
    }

    /// Makes the widest columns narrower, down to their minimum, until all have room.
    private static func narrowed(_ widths: [Int], to minimum: [Int], _ width: Int) -> [Int] {
        func cut(_ most: Int) -> [Int] { zip(widths, minimum).map { min($0, max($1, most)) } }
        func isWithin(_ widths: [Int]) -> Bool { widths.reduce(0, +) <= width }
        guard !isWithin(widths) else { return widths }
        // The least width of the widest columns for which there is no room.
        var (low, high) = (0, widths.max() ?? 0)
        while low + 1 < high {
            let middle = (low + high) / 2
            if isWithin(cut(middle)) { low = middle } else { high = middle }
        }
        var result = cut(high)
        var excess = result.reduce(0, +) - width
        for column in result.indices where excess > 0 && result[column] == high && minimum[column] < high {
            result[column] -= 1
            excess -= 1
        }
        return result
    }
}
