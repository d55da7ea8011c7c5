import NotebookMarkdown
import NotebookText

/// A value that a task has in its text, in the spelling of Obsidian's Tasks (`📅 2026-11-30`), of Dataview
/// (`[due:: 2026-11-30]`) or of TaskPaper (`@due(2026-11-30)`).
struct TaskField {
    /// What the value says.
    enum Value: Equatable {
        case date(Key, CalendarDate)
        case priority(TaskPriority)
        /// How the task repeats, as it is written.
        case repetition(String)
        /// A tag without a value, `@home`.
        case tag(String)
    }

    /// What a date says.
    enum Key {
        case due, scheduled, start, done, cancelled, created
    }

    let value: Value
    /// Its Unicode scalars, with all its marks.
    let range: Range<Int>

    /// The words of Dataview and TaskPaper for dates.
    private static let words: [String: Key] = [
        "due": .due, "scheduled": .scheduled, "start": .start, "defer": .start, "done": .done, "completion": .done,
        "completed": .done, "cancelled": .cancelled, "canceled": .cancelled, "created": .created,
    ]

    private static let signs: [Unicode.Scalar: Key] = [
        "📅": .due, "📆": .due, "🗓": .due, "⏳": .scheduled, "⌛": .scheduled, "🛫": .start, "✅": .done, "❌": .cancelled,
        "➕": .created,
    ]

    /// All fields of a text, in its order.
    static func all(in text: [Unicode.Scalar]) -> [TaskField] {
        var scanner = Scanner(text: text)
        return scanner.fields()
    }

    private struct Scanner {
        let text: [Unicode.Scalar]
        private var index = 0

        init(text: [Unicode.Scalar]) { self.text = text }

        /// The longest value in brackets.
        private static let longest = 256

        mutating func fields() -> [TaskField] {
            var fields: [TaskField] = []
            while index < text.count {
                if let field = field() {
                    fields.append(field)
                    index = max(index + 1, field.range.upperBound)
                } else {
                    index += 1
                }
            }
            return fields
        }

        private func field() -> TaskField? {
            let scalar = text[index]
            if let field = emoji(scalar) { return field }
            guard index == 0 || !Self.isWord(text[index - 1]) else { return nil }
            switch scalar {
            case "[": return bracketed("]")
            case "(": return bracketed(")")
            case "@": return behindAt()
            default: return Self.isWord(scalar) ? bare() : nil
            }
        }

        private func emoji(_ scalar: Unicode.Scalar) -> TaskField? {
            if let priority = TaskPriority.allCases.first(where: { $0.sign.unicodeScalars.first == scalar }) {
                return TaskField(value: .priority(priority), range: index..<behindSelector(index + 1))
            }
            if let key = TaskField.signs[scalar] {
                let start = behindSpaces(behindSelector(index + 1))
                return date(at: start).map { TaskField(value: .date(key, $0.date), range: index..<$0.end) }
            }
            guard scalar == "🔁" else { return nil }
            let start = behindSpaces(behindSelector(index + 1))
            let rule = text[start...].prefix { $0.isASCII && (Self.isWord($0) || " ,!".unicodeScalars.contains($0)) }
            let words = Self.text(rule).trimmed
            return words.isEmpty ? nil : TaskField(value: .repetition(words), range: index..<start)
        }

        /// `[key:: value]` or `(key:: value)`.
        private func bracketed(_ close: Unicode.Scalar) -> TaskField? {
            let part = text[(index + 1)...].prefix(Self.longest)
            guard let end = part.firstIndex(of: close), let colons = colons(in: index + 1..<end) else { return nil }
            let key = Self.text(text[index + 1..<colons]).trimmed
            let value = Self.text(text[colons + 2..<end]).trimmed
            return Self.value(key, value).map { TaskField(value: $0, range: index..<end + 1) }
        }

        /// `key:: value`, where the value is a date or the name of a priority.
        private func bare() -> TaskField? {
            let key = text[index...].prefix { Self.isWord($0) }
            guard colons(in: index..<min(text.count, key.endIndex + 2)) == key.endIndex else { return nil }
            let start = behindSpaces(key.endIndex + 2)
            let word = text[start...].prefix { !$0.properties.isWhitespace }
            if let date = date(at: start), let key = TaskField.words[Self.text(key).lowercased()] {
                return TaskField(value: .date(key, date.date), range: index..<date.end)
            }
            guard let value = Self.value(Self.text(key), Self.text(word)), case .priority = value else { return nil }
            return TaskField(value: value, range: index..<word.endIndex)
        }

        /// `@key(value)`, or a tag.
        private func behindAt() -> TaskField? {
            let name = text[(index + 1)...].prefix { Self.isWord($0) || $0 == "-" }
            guard let first = name.first, !("0"..."9").contains(first) else { return nil }
            let word = Self.text(name)
            let isTag = name.endIndex == text.count || !"(@.".unicodeScalars.contains(text[name.endIndex])
            if isTag { return TaskField(value: .tag(word), range: index..<name.endIndex) }
            let part = text[min(text.count, name.endIndex + 1)...].prefix(Self.longest)
            guard text[name.endIndex] == "(", let end = part.firstIndex(of: ")") else { return nil }
            let value = Self.text(text[name.endIndex + 1..<end]).trimmed
            return TaskField(value: Self.value(word, value) ?? .tag(word), range: index..<end + 1)
        }

        private static func value(_ key: String, _ value: String) -> Value? {
            let key = key.lowercased()
            switch key {
            case "priority": return TaskPriority(word: value).map { .priority($0) }
            case "repeat": return value.isEmpty ? nil : .repetition(value)
            default:
                let scalars = Array(value.unicodeScalars)
                guard let word = words[key], let date = Scanner(text: scalars).date(at: 0), date.end == scalars.count
                else { return nil }
                return .date(word, date.date)
            }
        }

        /// A date, with the time of day that may follow it.
        private func date(at start: Int) -> (date: CalendarDate, end: Int)? {
            guard start + 10 <= text.count, let date = CalendarDate(text: Self.text(text[start..<start + 10])) else {
                return nil
            }
            let rest = text[(start + 10)...]
            guard let next = rest.first, Self.isWord(next) || next == "-" else {
                return time(at: start + 11, behind: " ").map { (date, $0) } ?? (date, start + 10)
            }
            return time(at: start + 11, behind: "T").map { (date, $0) }
        }

        /// The end of a time of day `10:05` or `10:05:30` behind a sign.
        private func time(at start: Int, behind sign: Unicode.Scalar) -> Int? {
            guard start < text.count, text[start - 1] == sign else { return nil }
            let clock = text[start...].prefix { ("0"..."9").contains($0) || $0 == ":" }
            let isTime = [5, 8].contains(clock.count) && clock.enumerated().allSatisfy { ($0 % 3 == 2) == ($1 == ":") }
            return isTime ? clock.endIndex : nil
        }

        private func colons(in range: Range<Int>) -> Int? {
            range.dropLast().first { text[$0] == ":" && text[$0 + 1] == ":" }
        }

        private func behindSelector(_ start: Int) -> Int {
            start < text.count && text[start] == "\u{FE0F}" ? start + 1 : start
        }

        private func behindSpaces(_ start: Int) -> Int {
            var end = start
            while end < text.count, text[end] == " " || text[end] == "\t" { end += 1 }
            return end
        }

        private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }

        private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return String(text)
        }
    }
}

extension TaskPriority {
    /// A priority by its name, or by TaskPaper's number from 1.
    fileprivate init?(word: String) {
        switch word {
        case "1": self = .high
        case "2": self = .medium
        case "3": self = .low
        default: self.init(rawValue: word.lowercased())
        }
    }
}
