import NotebookBundle
import NotebookFormat

/// Numbers, dates and sizes as people read them.
enum Wording {
    /// `1 note`, `2 notes`.
    static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
    }

    /// How many findings are not reported, and why: `2 ignored, 1 in the baseline`; empty if none.
    static func suppressed(_ count: (Judgement.Suppression) -> Int) -> String {
        let counts = Judgement.Suppression.allCases.compactMap { reason -> String? in
            let number = count(reason)
            let words = [Judgement.Suppression.ignored: "ignored", .comment: "ignored by comments"]
            return number == 0 ? nil : "\(number) \(words[reason] ?? "in the baseline")"
        }
        return counts.joined(separator: ", ")
    }

    /// How many findings are not listed, since there are too many: `12 more of NB602, 3 of NB603`; empty if none.
    static func omitted(_ counts: [RuleID: Int]) -> String {
        counts.sorted { $0.key < $1.key }.enumerated().map { index, row in
            "\(row.value)\(index == 0 ? " more" : "") of \(row.key)"
        }.joined(separator: ", ")
    }

    /// How long ago something was, so many seconds.
    static func age(_ seconds: Int64) -> String {
        let units: [(Int64, String)] = [
            (31_557_600, "year"), (2_629_800, "month"), (604_800, "week"), (86_400, "day"), (3600, "hour"),
            (60, "minute"),
        ]
        guard seconds >= 0 else { return "in the future" }
        guard let (length, unit) = units.first(where: { seconds >= $0.0 }) else { return "just now" }
        return "\(count(Int(seconds / length), unit)) ago"
    }

    /// A size in bytes, kB, MB or GB (powers of 1,000).
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return count(bytes, "byte") }
        var value = Double(bytes) / 1000
        var units = ["kB", "MB", "GB", "TB", "PB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let rounded = value < 9.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
        return "\(rounded.hasSuffix(".0") ? String(rounded.dropLast(2)) : rounded) \(units.first ?? "")"
    }
}

extension Session {
    /// A point of time as the user wants it: in the user's time zone to the minute, in UTC, or how long ago it was.
    func date(_ time: Timestamp) -> String {
        switch settings.dateStyle {
        case .iso: return time.description
        case .relative: return Wording.age(world.now().secondsSince1970 - time.secondsSince1970)
        case .short, nil: break
        }
        return Timestamp(clamping: time.secondsSince1970 + Int64(terminal.timeZoneOffset(time))).minute
    }

    /// One line for each item: when it was changed or made, whether it is pinned, its title, path and tags.
    func lines(_ items: [Item], date key: NotebookDescription.SortKey = .modified) -> [String] {
        let titles = items.map { ColumnText(PrintableText.escaped($0.title)) }
        let width = min(40, titles.map(\.columns).max() ?? 0)
        let dates = items.map { ColumnText(date(key == .created ? $0.created : $0.modified)) }
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
