import ForeignData
import NotebookFormat
import NotebookText

/// What Logseq writes as Org mode does, also in Markdown.
enum LogseqMarkup {
    /// The beginning of a block: `#+BEGIN_SRC swift`; its name is in lower case.
    static func begin(_ line: some StringProtocol) -> (name: String, rest: String)? {
        let start = line.drop(while: \.isWhitespace)
        guard start.prefix(8).lowercased() == "#+begin_" else { return nil }
        let name = start.dropFirst(8).prefix { $0.isASCII && $0.isLetter }
        guard !name.isEmpty else { return nil }
        return (name.lowercased(), start[name.endIndex...].trimmedOfSpace)
    }

    /// Lines with quotations, callouts and code as Markdown has them; queries stay.
    static func replacingBlocks(in lines: [String]) -> [String] {
        var output: [String] = []
        var rest = lines[...]
        while let line = rest.popFirst() {
            guard let begin = begin(line), begin.name != "query",
                let end = rest.firstIndex(where: { $0.trimmedOfSpace.lowercased() == "#+end_\(begin.name)" })
            else {
                output.append(line)
                continue
            }
            output += markdown(begin.name, begin.rest, Array(rest[..<end]))
            rest = rest[(end + 1)...]
            if let next = rest.first, !next.isEmpty { output.append("") }
        }
        return output
    }

    private static func markdown(_ name: String, _ rest: String, _ lines: [String]) -> [String] {
        switch name {
        case "src", "example", "export", "latex":
            let language = name == "latex" ? name : String(rest.prefix { !$0.isWhitespace })
            return MarkdownEscapes.fence(lines.joined(separator: "\n"), info: language)
        case "comment": return ["%%"] + lines + ["%%"]
        case "quote", "center", "verse":
            let isVerse = name == "verse"
            return lines.enumerated().map { index, line in
                "> " + line + (isVerse && index + 1 < lines.count && !line.isEmpty ? "\\" : "")
            }
        default: return ["> [!\(name)]"] + lines.map { "> \($0)" }
        }
    }

    /// A text whose pictures have their sizes as Obsidian writes them: `![|60x50](a.png)` for
    /// `![](a.png){:height 50, :width 60}`.
    static func sizes(in text: String) -> String {
        guard text.holds("){:") else { return text }
        let pattern = #/(!\[[^\[\]|]*)(\]\([^()]*\))\{((?::(?:height|width) \d+(?:\.\d+)?,? ?)+)\}/#
        return text.replacing(pattern) { match in
            func number(_ name: String) -> String? {
                let parts = match.output.3.split { $0 == " " || $0 == "," || $0 == ":" }
                let index = parts.firstIndex { $0 == name }
                return index.flatMap { Double(parts[$0 + 1]) }.map { "\(Int(min($0, 99_999)))" }
            }
            guard let width = number("width") else { return "\(match.output.1)\(match.output.2)" }
            let size = number("height").map { "\(width)x\($0)" } ?? width
            return "\(match.output.1)|\(size)\(match.output.2)"
        }
    }

    /// The drawers of times that Logseq keeps, which are taken out of some lines.
    static func drawers(in lines: inout [String]) -> [String] {
        var found: [String] = []
        while let start = lines.firstIndex(where: { $0.trimmedOfSpace.uppercased() == ":LOGBOOK:" }),
            let end = lines[start...].firstIndex(where: { $0.trimmedOfSpace.uppercased() == ":END:" })
        {
            found.append(lines[start...end].map(\.trimmedOfSpace).joined(separator: " "))
            lines.removeSubrange(start...end)
        }
        return found
    }

    /// Whether a line begins with a date of a task, however it is written.
    static func isPlanned(_ line: String) -> Bool {
        let start = line.drop(while: \.isWhitespace)
        guard let key = ["SCHEDULED:", "DEADLINE:"].first(where: { start.begins(with: $0) }) else { return false }
        return start.dropFirst(key.count).first { !$0.isWhitespace } == "<"
    }

    /// The dates and the priority of a task, which are taken out of its lines, as the notebook writes them.
    static func fields(in lines: inout [String], as spelling: TaskSpelling) -> [String] {
        var fields: [String] = []
        if let match = lines.first?.prefixMatch(of: #/\[#([ABC])\]\s*/#) {
            lines[0] = String(lines[0][match.range.upperBound...])
            let priority: TaskPriority = match.output.1 == "A" ? .high : match.output.1 == "B" ? .medium : .low
            fields.append(spelling.priority(priority))
        }
        lines.removeAll { line in
            guard
                let match = line.wholeMatch(
                    of:
                        #/\s*(SCHEDULED|DEADLINE):\s*<(\d{4}-\d{2}-\d{2})( [^\d\s>]+)?( [\d:\-]+)?( [.+]*\+\d+[dwmy])?>\s*/#
                ),
                let date = CalendarDate(text: match.output.2)
            else { return false }
            if let time = match.output.4 { fields.insert("(\(time.trimmedOfSpace))", at: 0) }
            if let repeated = match.output.5.flatMap({ repetition($0.trimmedOfSpace) }) { fields.append(repeated) }
            fields.append(match.output.1 == "DEADLINE" ? spelling.due(date) : "⏳ \(date)")
            return true
        }
        return fields
    }

    /// How often a task comes again: `.+1w` counts from the day on which it was done.
    private static func repetition(_ written: String) -> String? {
        let units: [Character: String] = ["d": "day", "w": "week", "m": "month", "y": "year"]
        guard let unit = written.last.flatMap({ units[$0] }), let number = Int(written.filter(\.isNumber)) else {
            return nil
        }
        let interval = number == 1 ? unit : "\(number) \(unit)s"
        return "🔁 every \(interval)\(written.hasPrefix(".") ? " when done" : "")"
    }
}
