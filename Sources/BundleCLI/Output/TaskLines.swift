import NotebookBundle

/// Tasks in a list, one line each: due date, box, text, priority, and where it is.
struct TaskLines {
    private let tasks: [ListedTask]
    private let today: CalendarDate
    private let session: Session

    init(_ tasks: [ListedTask], today: CalendarDate, _ session: Session) {
        (self.tasks, self.today, self.session) = (tasks, today, session)
    }

    /// Prints all lines.
    func print() throws {
        let style = session.style
        let hasDates = tasks.contains { $0.task.due != nil }
        for listed in tasks {
            let task = listed.task
            var line = ""
            if hasDates {
                let isLate = task.due.map { $0 < today } ?? false && task.state == .open
                line += style((task.due?.description ?? "").padded(to: 10), isLate ? .red : .dim) + "  "
            }
            line += Self.box(task) + " " + Self.text(task, of: listed.item)
            for fact in task.facts { line += "  " + style(fact, .yellow) }
            let place = PrintableText.escaped(listed.item.path.text) + ":\(task.line)"
            line += "  " + style(place + Self.heading(task, of: listed.item), .dim)
            try session.printRow(line, wrappedWith: hasDates ? 14 : 2)
        }
    }

    /// The check box as an icon.
    static func box(_ task: ItemTask) -> String {
        switch task.state {
        case .open: "☐"
        case .done: "☑"
        case .cancelled: "☒"
        }
    }

    /// The heading above a task, behind the name of its item.
    static func heading(_ task: ItemTask, of item: Item) -> String {
        task.heading.map { " › " + PrintableText.escaped(item.shown($0)) } ?? ""
    }

    /// The text as lists show it, safe to print.
    static func text(_ task: ItemTask, of item: Item) -> String {
        task.text.isEmpty ? "(no text)" : PrintableText.escaped(item.shown(task.text))
    }
}

/// A task in an answer.
struct TaskRow: FormattedRow {
    let path: String
    let uuid: String?
    let title: String
    let line: Int
    let heading: String?
    let text: String
    let done: Bool
    let cancelled: Bool
    let due: String?
    let scheduled: String?
    let start: String?
    let completed: String?
    let priority: String?
    let repeats: String?
    let tags: [String]

    var printedMembers: [JSONValue.Member] {
        members([
            "cancelled": cancelled, "completed": completed, "done": done, "due": due, "heading": heading, "line": line,
            "path": path, "priority": priority, "repeats": repeats, "scheduled": scheduled, "start": start,
            "tags": tags, "text": text, "title": title, "uuid": uuid,
        ])
    }

    static var keys: [String] {
        [
            "path", "uuid", "title", "line", "heading", "text", "done", "cancelled", "due", "scheduled", "start",
            "completed", "priority", "repeats", "tags",
        ]
    }

    init(_ listed: ListedTask) {
        let (item, task) = (listed.item, listed.task)
        (path, uuid, title) = (item.path.text, item.uuid?.description, item.title)
        (line, heading, text) = (task.line, task.heading, task.text)
        (done, cancelled) = (task.state == .done, task.state == .cancelled)
        (due, scheduled) = (task.due?.description, task.scheduled?.description)
        (start, completed) = (task.start?.description, task.done?.description)
        (priority, repeats) = (task.priority?.rawValue, task.repetition)
        tags = task.tags.map(\.text)
    }
}

/// Finds the task of an item that a word names: the number of its line, or a part of its text.
struct TaskFinder {
    private let item: Item
    private let tasks: [ItemTask]

    init(_ item: Item, _ tasks: [ItemTask]) { (self.item, self.tasks) = (item, tasks) }

    /// The task that a word names.
    ///
    /// - Parameter isOpen: Whether the task has to be open, or done or cancelled.
    /// - Throws: `NoTask` if there is none, or if there are several.
    func task(_ word: String, open isOpen: Bool) throws(NoTask) -> ItemTask {
        let path = PrintableText.escaped(item.path.text)
        if let line = Int(word) {
            guard let task = tasks.first(where: { $0.line == line }) else {
                let others = tasks.filter { ($0.state == .open) == isOpen }
                throw NoTask("line \(line) of \(path) has no task", of: item, others)
            }
            guard (task.state == .open) == isOpen else {
                throw NoTask("the task in line \(line) of \(path) is \(task.state) already", of: item, [])
            }
            return task
        }
        let key = ComparisonKey(word)
        let meant = tasks.filter { ($0.state == .open) == isOpen }
        let exact = meant.filter { ComparisonKey($0.text) == key }
        let found = exact.isEmpty ? meant.filter { ComparisonKey($0.text).text.contains(key.text) } : exact
        guard let task = found.first else {
            let kind = isOpen ? "open" : "done or cancelled"
            throw NoTask("\(path) has no \(kind) task with \(PrintableText.quoted(word))", of: item, meant)
        }
        guard found.count == 1 else {
            throw NoTask("\(PrintableText.quoted(word)) fits several tasks of \(path)", of: item, found, areMeant: true)
        }
        return task
    }
}

/// A word that names no task of an item, or several.
struct NoTask: ToolFailure {
    let description: String
    let hint: String?
    var isFinding: Bool { true }

    fileprivate init(_ description: String, of item: Item, _ tasks: [ItemTask], areMeant: Bool = false) {
        let shown = tasks.prefix(10).map { "\($0.line) \(TaskLines.text($0, of: item).cut(to: 40))" }
            .joined(separator: ", ")
        let more = tasks.count > 10 ? ", and \(tasks.count - 10) more" : ""
        self.description = description
        let start = areMeant ? "name its line: " : "its tasks, by line: "
        hint =
            tasks.isEmpty ? "‘bundle tasks ls’ lists open tasks, with --done those that are done" : start + shown + more
    }
}
