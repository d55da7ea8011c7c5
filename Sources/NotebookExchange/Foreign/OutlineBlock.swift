import ForeignData
import NotebookText

/// A block of an outliner: a text, and the blocks below it.
struct OutlineBlock {
    /// Its Markdown, without marks of lists and tasks.
    var text: String
    /// The name by which links lead to it.
    var anchor: String?
    /// The level of a heading; 0 for other blocks.
    var heading = 0
    /// The mark of a task.
    var task: Character?
    var isNumbered = false
    /// Whether it is more than a paragraph, such as a table, whose lines stay as they are.
    var isBlock = false
    var children: [OutlineBlock] = []

    /// The names in a value: in double brackets, after number signs, or between commas.
    static func names(_ value: String) -> [String] {
        var names: [String] = []
        var rest = value[...]
        while true {
            rest = rest.drop { $0 == "," || $0.isWhitespace }
            guard !rest.isEmpty else { return names.filter { !$0.isEmpty } }
            let isTag = rest.first == "#"
            if isTag { rest.removeFirst() }
            if let end = pageEnd(in: rest) {
                names.append(rest[..<end].dropFirst(2).dropLast(2).trimmedOfSpace)
                rest = rest[end...]
            } else {
                let name = rest.prefix { $0 != "," && !(isTag && $0.isWhitespace) }
                names.append(name.trimmedOfSpace)
                rest = rest[name.endIndex...]
            }
        }
    }

    /// The end of the name of a page in double brackets at the beginning of a text, in which others may be; `nil` if
    /// there is none.
    private static func pageEnd(in text: Substring) -> Substring.Index? {
        guard text.begins(with: "[[") else { return nil }
        var (depth, rest) = (0, text)
        while !rest.isEmpty {
            if rest.begins(with: "[[") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.begins(with: "]]") {
                depth -= 1
                rest = rest.dropFirst(2)
                if depth == 0 { return rest.startIndex }
            } else {
                rest.removeFirst()
            }
        }
        return nil
    }

    /// Whether a text is nothing but a wiki link.
    static func isWikiLink(_ text: String) -> Bool {
        guard text.hasPrefix("[["), let name = text.dropFirst(2).without(ending: "]]") else { return false }
        return !name.isEmpty && !name.contains(where: \.isNewline)
    }

    /// Whether a text is nothing but an address on the web.
    static func isOnWeb(_ text: String) -> Bool {
        let rest = ["http://", "https://"].first(where: text.hasPrefix).map { text.utf8.dropFirst($0.utf8.count) }
        return rest?.isEmpty == false && !text.contains(where: \.isWhitespace)
    }

    /// A text whose links to pages with words of their own, `[words]([[Page]])`, are wiki links.
    static func namedLinks(in text: String) -> String {
        guard text.holds("]([[") else { return text }
        var output = ""
        var done = text.startIndex
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "[")) {
            rest = rest[start...].dropFirst()
            var reader = TextReader(text[start...])
            guard reader.skip("["), let words = reader.take(1..., where: isName), reader.skip("]([["),
                let page = reader.take(1..., where: isName), reader.skip("]])")
            else { continue }
            output += "\(text[done..<start])[[\(page)|\(words)]]"
            done = reader.rest.startIndex
            rest = reader.rest.utf8
        }
        return output + text[done...]
    }

    private static func isName(_ byte: UInt8) -> Bool { !"[]|".utf8.contains(byte) }

    /// A text with `==` around what has `^^` around it.
    static func highlights(in text: String) -> String {
        guard text.holds("^^") else { return text }
        return text.replacingSpans(from: "^^", to: "^^") { isStyled($0) ? "==\($0)==" : nil }
    }

    /// Whether marks around a text are a style: there is no space beside them, and no line end between them.
    static func isStyled(_ text: Substring) -> Bool {
        text.first?.isWhitespace == false && text.last?.isWhitespace == false && !text.contains(where: \.isNewline)
    }

    /// How many tasks are in some blocks, also those that are headings.
    static func tasks(_ blocks: [OutlineBlock]) -> Int {
        blocks.map { ($0.task == " " || $0.task == "x" ? 1 : 0) + tasks($0.children) }.reduce(0, +)
    }

    /// The blocks as Markdown: headings that are not in lists, and lists.
    static func markdown(_ blocks: [OutlineBlock]) -> String {
        var lines: [String] = []
        add(blocks, to: &lines)
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    /// Adds blocks that are not in a list.
    private static func add(_ blocks: [OutlineBlock], to lines: inout [String]) {
        var rest = blocks[...]
        while let block = rest.first {
            guard block.heading > 0 || block.isBlock else {
                let list = rest.prefix { $0.heading == 0 && !$0.isBlock }
                if lines.last?.isEmpty == false { lines.append("") }
                addList(Array(list), indentation: "", to: &lines)
                rest = rest.dropFirst(list.count)
                continue
            }
            if lines.last?.isEmpty == false { lines.append("") }
            lines += block.written()
            lines.append("")
            add(block.children, to: &lines)
            rest = rest.dropFirst()
        }
    }

    private static func addList(_ blocks: [OutlineBlock], indentation: String, to lines: inout [String]) {
        var number = 0
        for block in blocks {
            guard !block.isBlock else {
                // A table is a part of the item that it is below.
                if lines.last?.isEmpty == false { lines.append("") }
                lines += block.written().map { $0.isEmpty ? "" : indentation + $0 } + [""]
                addList(block.children, indentation: indentation, to: &lines)
                continue
            }
            number = block.isNumbered ? number + 1 : 0
            let mark = block.isNumbered ? "\(number)." : "-"
            let inner = indentation + String(repeating: " ", count: mark.count + 1)
            for (index, line) in block.written().enumerated() {
                lines.append(index == 0 ? "\(indentation)\(mark) \(line)" : line.isEmpty ? "" : inner + line)
            }
            addList(block.children, indentation: inner, to: &lines)
        }
    }

    /// Its lines, with heading, task and name.
    private func written() -> [String] {
        var lines = text.parts(between: "\n", omittingEmpty: false).map(String.init)
        // A heading is no task.
        if let task { lines[0] = (heading == 0 ? "[\(task)] " : task == "x" ? "☑ " : "☐ ") + lines[0] }
        if heading > 0, !lines[0].hasPrefix("#") {
            lines[0] = String(repeating: "#", count: min(heading, 6)) + " " + lines[0]
        }
        guard let anchor else { return lines }
        if isBlock || lines.last?.hasPrefix("```") == true {
            lines += ["", "^\(anchor)"]
        } else if lines.contains(where: { $0.hasPrefix("```") }) {
            lines += ["^\(anchor)"]
        } else {
            lines[lines.count - 1] += " ^\(anchor)"
        }
        return lines
    }
}

/// Dates in the names of daily pages.
enum DailyTitle {
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// A day as the settings of a graph write it in the title of its page.
    ///
    /// - Parameter pattern: Such as `MMM do, yyyy`, with the letters of Java’s patterns and `do` for `1st`.
    static func text(_ day: CalendarDate, _ pattern: String) -> String {
        let weekday = (day.daysSince1970 % 7 + 11) % 7
        var output = ""
        var rest = pattern[...]
        while let letter = rest.first {
            if rest.begins(with: "do") {
                output += "\(day.day)\(ending(day.day))"
                rest = rest.dropFirst(2)
                continue
            }
            let run = rest.prefix { $0 == letter }
            rest = rest[run.endIndex...]
            let two = { (number: Int) in run.count > 1 && number < 10 ? "0\(number)" : "\(number)" }
            switch letter {
            case "y": output += run.count == 2 ? String("\(day.year)".suffix(2)) : "\(day.year)"
            case "M" where run.count > 2: output += name(months[day.month - 1], isShort: run.count == 3)
            case "M": output += two(day.month)
            case "d": output += two(day.day)
            case "E", "e": output += name(weekdays[weekday], isShort: run.count < 4)
            default: output += run
            }
        }
        return output
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    private static func name(_ name: String, isShort: Bool) -> String {
        let whole = name.prefix(1).uppercased() + name.dropFirst()
        return isShort ? String(whole.prefix(3)) : whole
    }

    private static func ending(_ day: Int) -> String {
        if 11...13 ~= day { return "th" }
        return switch day % 10 {
        case 1: "st"
        case 2: "nd"
        case 3: "rd"
        default: "th"
        }
    }

    /// The day in ISO 8601 of `January 1st, 2021`, `2021_01_01` and the like; `nil` for other titles.
    static func day(_ title: String) -> String? {
        // Most titles have no number, or another beginning.
        guard let last = title.utf8.last, ASCII.isDigit(last) else { return nil }
        let bytes = Array(title.utf8)
        let isISO =
            bytes.count == 10
            && bytes.indices.allSatisfy {
                $0 == 4 || $0 == 7
                    ? bytes[$0] == UInt8(ascii: "-") || bytes[$0] == UInt8(ascii: "_") : ASCII.isDigit(bytes[$0])
            }
        if isISO { return title.replacing("_", with: "-") }
        let parts = title.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let name = parts.first, name.count >= 3, parts[2].utf8.count == 4,
            parts[2].utf8.allSatisfy(ASCII.isDigit), name.first?.isUppercase == true,
            name.dropFirst().allSatisfy(\.isLowercase),
            let month = months.firstIndex(where: { $0.hasPrefix(name.lowercased()) }),
            let ending = ["st,", "nd,", "rd,", "th,"].first(where: { parts[1].hasSuffix($0) }),
            case let day = parts[1].dropLast(ending.count), 1...2 ~= day.utf8.count, day.utf8.allSatisfy(ASCII.isDigit)
        else { return nil }
        func two(_ text: some StringProtocol) -> String { text.count < 2 ? "0\(text)" : String(text) }
        return "\(parts[2])-\(two("\(month + 1)"))-\(two(day))"
    }
}
