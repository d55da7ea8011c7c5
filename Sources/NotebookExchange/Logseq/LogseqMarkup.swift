import ForeignData
import NotebookFormat
import NotebookText

/// What Logseq writes as Org mode does, also in Markdown.
enum LogseqMarkup {
    /// The beginning of a block: `#+BEGIN_SRC swift`; its name is in lower case.
    static func begin(_ line: Substring) -> (name: String, rest: String)? {
        let start = line.drop(while: \.isWhitespace)
        guard start.utf8.first == UInt8(ascii: "#"), start.prefix(8).lowercased() == "#+begin_" else { return nil }
        let name = start.dropFirst(8).prefix { $0.isASCII && $0.isLetter }
        guard !name.isEmpty else { return nil }
        return (name.lowercased(), start[name.endIndex...].trimmedOfSpace)
    }

    /// Lines with quotations, callouts and code as Markdown has them; queries stay.
    static func replacingBlocks(in lines: [String]) -> [String] {
        var output: [String] = []
        var rest = lines[...]
        while let line = rest.popFirst() {
            guard let begin = begin(line[...]), begin.name != "query",
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

    /// A text whose addresses of attachments with spaces are in angle brackets, as Markdown needs them.
    static func bracketed(_ text: String) -> String {
        guard text.holds("assets/"), text.holds("](") else { return text }
        var output = ""
        var rest = text[...]
        while let start = rest.place(of: "](") {
            output += rest[..<start.upperBound]
            rest = rest[start.upperBound...]
            guard let end = rest.firstIndex(of: ")") else { break }
            let address = rest[..<end]
            let isSpaced = address.holds(" ") && address.holds("assets/") && !address.contains { "<>\"\n".contains($0) }
            output += isSpaced ? "<\(address)>" : address
            rest = rest[end...]
        }
        return output + rest
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
        while let start = lines.firstIndex(where: { isMark($0, ":LOGBOOK:") }),
            let end = lines[start...].firstIndex(where: { isMark($0, ":END:") })
        {
            found.append(lines[start...end].map(\.trimmedOfSpace).joined(separator: " "))
            lines.removeSubrange(start...end)
        }
        return found
    }

    /// Whether a line is a mark, in any letter case.
    private static func isMark(_ line: String, _ mark: String) -> Bool {
        line.utf8.contains(UInt8(ascii: ":")) && line.trimmedOfSpace.uppercased() == mark
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
        if let priority = priority(&lines) { fields.append(spelling.priority(priority)) }
        lines.removeAll { line in
            guard let plan = Plan(line) else { return false }
            if let time = plan.time { fields.insert("(\(time))", at: 0) }
            if let repeated = plan.repeated.flatMap({ repetition($0) }) { fields.append(repeated) }
            fields.append(plan.isDeadline ? spelling.due(plan.date) : "⏳ \(plan.date)")
            return true
        }
        return fields
    }

    /// The priority at the beginning of the first line, which is taken out of it.
    private static func priority(_ lines: inout [String]) -> TaskPriority? {
        guard let first = lines.first else { return nil }
        var reader = TextReader(first)
        guard reader.skip("[#"), let letter = reader.take(1...1, where: { "ABC".utf8.contains($0) }), reader.skip("]")
        else { return nil }
        reader.skipSpace()
        lines[0] = String(reader.rest)
        return letter == "A" ? .high : letter == "B" ? .medium : .low
    }

    /// A date of a task: `SCHEDULED: <2024-03-01 Fri 09:00 .+1w>`.
    private struct Plan {
        let isDeadline: Bool
        let date: CalendarDate
        private(set) var time: String?
        private(set) var repeated: String?

        /// Reads a line; `nil` if it is something else.
        init?(_ line: String) {
            var reader = TextReader(line)
            reader.skipSpace()
            isDeadline = reader.skip("DEADLINE:")
            guard isDeadline || reader.skip("SCHEDULED:") else { return nil }
            reader.skipSpace()
            guard reader.skip("<"), let written = reader.take(10...10, where: { $0 > 0x20 }),
                let date = CalendarDate(text: written)
            else { return nil }
            self.date = date
            // What looks like the day of the week may be how often the task comes again.
            let day = reader
            if Self.word(&reader, where: { !ASCII.isDigit($0) && $0 != UInt8(ascii: ">") }) != nil, readEnd(&reader) {
                return
            }
            reader = day
            guard readEnd(&reader) else { return nil }
        }

        /// Reads the time, how often the task comes again, and the end; false if something else stands there.
        private mutating func readEnd(_ reader: inout TextReader) -> Bool {
            time = Self.word(&reader) { ASCII.isDigit($0) || ":-".utf8.contains($0) }
            repeated = Self.word(&reader) { ASCII.isAlphanumeric($0) || ".+".utf8.contains($0) }
            guard repeated.map(Self.repeats) ?? true, reader.skip(">") else { return false }
            reader.skipSpace()
            return reader.isAtEnd
        }

        /// Whether a word is of the form `.+1w`.
        private static func repeats(_ word: String) -> Bool {
            var reader = TextReader(word)
            let signs = reader.take(1...) { ".+".utf8.contains($0) }
            return signs?.utf8.last == UInt8(ascii: "+") && reader.take(1..., where: ASCII.isDigit) != nil
                && reader.take(1...1, where: { "dwmy".utf8.contains($0) }) != nil && reader.isAtEnd
        }

        /// The word behind a space.
        private static func word(_ reader: inout TextReader, where isWanted: (UInt8) -> Bool) -> String? {
            var ahead = reader
            guard ahead.skip(" "), let word = ahead.take(1..., where: { $0 > 0x20 && isWanted($0) }) else { return nil }
            reader = ahead
            return String(word)
        }
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
