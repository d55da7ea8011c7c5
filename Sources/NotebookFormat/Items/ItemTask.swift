import NotebookMarkdown
package import NotebookText

/// A task of an item: a list item with a check box, outside code, comments and front matter.
package struct ItemTask: Hashable, Sendable {
    /// The text without its dates and priority, and without markup.
    package let text: String
    /// Whether it is open, done or cancelled, as its box says.
    package let state: State
    /// The line of the file, from 1.
    package let line: Int
    /// The heading above it.
    package let heading: String?
    /// How urgent it is.
    package let priority: TaskPriority?
    /// The tags in its text.
    package let tags: [Tag]
    /// How it repeats, as it is written.
    package let repetition: String?
    /// The day by which it has to be done.
    package let due: CalendarDate?
    /// The day for which it is planned.
    package let scheduled: CalendarDate?
    /// The first day on which it can be done.
    package let start: CalendarDate?
    /// The day on which it was done.
    package let done: CalendarDate?
    /// The bytes of the character in the box.
    package let markRange: Range<Int>
    /// The bytes of its text.
    package let range: Range<Int>

    /// What became of a task.
    package enum State: String, Sendable {
        /// The box is empty, or has a sign of the person's own.
        case open
        /// The box has an `x`.
        case done
        /// The box has a `-`: nothing is left to do, and nothing was done.
        case cancelled
    }

    /// What lists show of it besides its text and due date, in this order.
    package var facts: [String] {
        [
            priority.map { "priority \($0.rawValue)" }, scheduled.map { "scheduled \($0)" }, start.map { "from \($0)" },
            done.map { "done \($0)" },
        ].compactMap(\.self)
    }

    fileprivate init(_ task: MarkdownTask, line: Int, tags: [Tag]) {
        var dates: [TaskField.Key: CalendarDate] = [:]
        var (priority, repetition): (TaskPriority?, String?)
        var (text, named): (String, [Tag]) = ("", tags)
        for piece in task.pieces {
            guard piece.isPlain else {
                text += piece.text
                continue
            }
            let scalars = Array(piece.text.unicodeScalars)
            var rest = String.UnicodeScalarView()
            var start = 0
            for field in TaskField.all(in: scalars) {
                rest.append(contentsOf: scalars[start..<field.range.lowerBound])
                start = field.range.upperBound
                switch field.value {
                case .date(let key, let date): dates[key] = dates[key] ?? date
                case .priority(let value): priority = priority ?? value
                case .repetition(let value):
                    repetition = repetition ?? value
                    start = field.range.lowerBound
                case .tag(let name):
                    if let tag = Tag(name) { named.append(tag) }
                    start = field.range.lowerBound
                }
            }
            rest.append(contentsOf: scalars[start...])
            text += String(rest)
        }
        self.text = text.singleSpaced
        state = task.mark == "-" ? .cancelled : "xX".contains(task.mark) ? .done : .open
        (self.line, heading, self.priority, self.repetition) = (line, task.heading, priority, repetition)
        (due, scheduled, start, done) = (dates[.due], dates[.scheduled], dates[.start], dates[.done])
        (self.tags, markRange, range) = (Tag.unique(named), task.markRange, task.paragraph)
    }
}

extension ItemFile {
    /// The tasks, in the order of the text.
    package var tasks: [ItemTask] {
        guard mayHaveTasks else { return [] }
        let found = MarkdownDocument(bytes, from: bodyStart).tasks()
        guard !found.isEmpty else { return [] }
        let lines = LineIndex(bytes)
        var tags = InlineTags.places(in: bytes, from: bodyStart)[...]
        return found.map { task in
            tags = tags.drop { $0.range.upperBound <= task.paragraph.lowerBound }
            let own = tags.prefix { $0.range.upperBound <= task.paragraph.upperBound }.map(\.tag)
            return ItemTask(task, line: lines.position(of: task.markRange.lowerBound).line, tags: own)
        }
    }

    /// Whether a bracket is closed behind one character; most texts have none, and need no parser.
    private var mayHaveTasks: Bool {
        let text = bytes.span
        var index = text.firstIndex(of: 0x5B, or: 0x5B, from: bodyStart)
        while index + 2 < text.count {
            if text[index + 2] == 0x5D || text[index + 1] >= 0x80 { return true }
            index = text.firstIndex(of: 0x5B, or: 0x5B, from: index + 1)
        }
        return false
    }

    /// Marks a task as done, with the day if there is one; every other byte stays.
    ///
    /// - Parameter spelling: How to write the day in a task without dates, priority and repetition; others keep theirs.
    /// - Throws: `TextProblem` if the item would be too long.
    package func completing(
        _ task: ItemTask, on day: CalendarDate?, _ spelling: TaskSpelling
    ) throws(TextProblem) -> ItemFile {
        var edits: [(range: Range<Int>, text: [UInt8])] = [(task.markRange, [UInt8(ascii: "x")])]
        if let day, let found = markdown(of: task) {
            // A day on which it was done before says nothing any more.
            edits += rangesOfEnd(of: found).map { ($0, []) }
            let end = endForField(of: found)
            edits.append((end..<end, Array(" \((self.spelling(of: found) ?? spelling).done(day))".utf8)))
        }
        return try replacing(edits)
    }

    /// Opens a task again, and removes the day on which it was done or cancelled; every other byte stays.
    ///
    /// - Throws: `TextProblem` if the result is not valid.
    package func reopening(_ task: ItemTask) throws(TextProblem) -> ItemFile {
        var edits: [(range: Range<Int>, text: [UInt8])] = [(task.markRange, [0x20])]
        if let found = markdown(of: task) {
            for range in rangesOfEnd(of: found) { edits.append((range, [])) }
        }
        return try replacing(edits)
    }

    private func markdown(of task: ItemTask) -> MarkdownTask? {
        MarkdownDocument(bytes, from: bodyStart).tasks().first { $0.markRange == task.markRange }
    }

    /// Where another field of a task belongs: at the end of its first line, before the name of the block.
    private func endForField(of task: MarkdownTask) -> Int {
        var line = task.line
        // A code span goes on in the next line.
        if task.code.contains(where: { $0.contains(line.upperBound) && $0.lowerBound < line.upperBound }) {
            line = line.lowerBound..<task.paragraph.upperBound
        }
        let word = bytes[line].reversed().prefix { $0 > 0x20 }
        let isName = word.last == UInt8(ascii: "^") && word.count > 1 && word.count < line.count
        let isBreak = word.first == UInt8(ascii: "\\") && line.upperBound < task.paragraph.upperBound
        var end = line.upperBound - (isName ? word.count : isBreak ? 1 : 0)
        while end > line.lowerBound, Line.isBlank(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// The text of a task, with spaces in place of code.
    private func scalars(of task: MarkdownTask) -> [Unicode.Scalar] {
        var masked = Array(bytes[task.paragraph])
        for code in task.code {
            for offset in code.clamped(to: task.paragraph) { masked[offset - task.paragraph.lowerBound] = 0x20 }
        }
        return Array(String(decoding: masked, as: UTF8.self).unicodeScalars)
    }

    /// The spelling of the first value in a task; `nil` if it has none.
    private func spelling(of task: MarkdownTask) -> TaskSpelling? {
        let scalars = scalars(of: task)
        return TaskField.all(in: scalars).lazy.compactMap { field in
            if case .tag = field.value { nil } else { TaskSpelling(of: scalars[field.range.lowerBound]) }
        }.first
    }

    /// The bytes of the days on which a task was done or cancelled, each with a space before it.
    private func rangesOfEnd(of task: MarkdownTask) -> [Range<Int>] {
        let scalars = scalars(of: task)
        var offsets = [task.paragraph.lowerBound]
        for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
        return TaskField.all(in: scalars).compactMap { field in
            guard case .date(let key, _) = field.value, key == .done || key == .cancelled else { return nil }
            let start = offsets[field.range.lowerBound]
            let isSpaced = start - 1 > task.markRange.upperBound && bytes[start - 1] == 0x20
            return start - (isSpaced ? 1 : 0)..<offsets[field.range.upperBound]
        }
    }

    /// Adds a task behind the last list of tasks, or as a list of its own at the end.
    ///
    /// - Parameter section: The bytes of the section to add it to.
    /// - Returns: The item, and the task in it; `nil` if a block that is open at the end would contain it.
    /// - Throws: `TextProblem` if the result is not valid.
    package func adding(task text: String, in section: Range<Int>? = nil) throws(TextProblem) -> (ItemFile, ItemTask)? {
        let section = section ?? bodyStart..<bytes.count
        let lineEnd = Line.lineEnd(of: bytes)
        var added: [UInt8]
        var offset: Int
        if let place = MarkdownDocument(bytes, from: bodyStart).placeForTask(in: section) {
            offset = place.offset
            added = lineEnd + Array("\(place.marker) [ ] \(text)".utf8)
        } else {
            offset = section.upperBound
            while offset > section.lowerBound, bytes[offset - 1] <= 0x20 { offset -= 1 }
            let isFirst = offset == section.lowerBound && section.lowerBound == bodyStart
            if isFirst { offset = section.upperBound }
            let isBelowRules = isFirst && layout.frontMatter != nil && bodyStart == layout.frontMatterEnd
            added = (isFirst ? isBelowRules ? lineEnd : [] : lineEnd + lineEnd) + Array("- [ ] \(text)".utf8)
            if offset == bytes.count { added += lineEnd }
        }
        let new = try replacing([(offset..<offset, added)])
        let (before, after) = (Set(tasks.map(\.markRange.lowerBound)), new.tasks)
        guard after.count == before.count + 1,
            let task = after.first(where: { (offset..<offset + added.count).contains($0.markRange.lowerBound) })
        else { return nil }
        return (new, task)
    }
}
