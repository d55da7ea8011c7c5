import NotebookBundle

/// The verb ‘tasks’.
struct TasksCommand: Command {
    private enum Action: String, Subverb {
        case ls, done, undo, add

        var operands: String {
            switch self {
            case .ls: ""
            case .done, .undo: "ITEM LINE|TEXT"
            case .add: "ITEM TEXT"
            }
        }
    }

    private static let action = SubverbParameter<Action>(default: .ls)
    private static let words = Positional(
        "ARGUMENT", "ITEM and the LINE or a part of the TEXT of a task in it; with add, the text of a new one",
        kind: .afterAction(["ls": [], "done": [.item, .text], "undo": [.item, .text], "add": [.item, .text]]),
        isRequired: false, isRepeated: true)
    private static let due = Option(
        "due", "DATE", "With ls: only tasks due today, in the week from today, before today (overdue), or on a date",
        kind: .words(["today", "week", "overdue", "tomorrow"]))
    private static let done = Flag("done", "With ls: tasks that are done, instead of open ones")
    private static let cancelled = Flag("cancelled", "With ls: tasks that are cancelled, instead of open ones")
    private static let folder = Option.path(
        "in", "FOLDER", "With ls: only tasks in this folder, at any depth", kind: .folder)
    private static let query = Option(
        "where", "QUERY", "With ls: only tasks that match a query (see ‘explain query’)", kind: .query)
    private static let priority = Option<TaskPriority>("priority", oneOf: "With add: how urgent it is")
    private static let under = Option("under", "HEADING", "With add: the section to add it to")
    private static let uses: [Action: [any Parameter]] = [
        .ls: [due, done, cancelled, query, folder, RowFormat.option], .done: [Expectation.option, Common.dryRun],
        .undo: [Expectation.option, Common.dryRun],
        .add: [due, priority, under, Expectation.option, Common.dryRun],
    ]

    static let verb = Verb(
        "tasks", "List tasks (check boxes), mark them as done, and add some",
        otherNames: [OtherName("todo"), OtherName("task")],
        details: """
            A task is an item of a list that begins with [ ], [x], or [-] if it is cancelled, outside code, comments and
            front matter. Lists open tasks, the soonest due first. Reads due dates, priorities and the like as Obsidian’s
            Tasks (📅 2026-11-30 ⏫), Dataview ([due:: 2026-11-30]) and TaskPaper (@due(2026-11-30)) write them. Writes
            them as the task does already, or else as the notebook’s setting ‘taskDates’ says. A cancelled task is neither open nor done. With --where,
            task.open, task.done, task.cancelled and task.due are those of the task itself.

            ‘done’ and ‘undo’ change the mark and the day on which the task was done, and nothing else in the file; ‘undo’
            opens cancelled tasks too. LINE is the line of the file; PATH:LINE, as ‘ls’ prints it, is ITEM and LINE. ‘add’ adds the task behind the last list of tasks. A task that repeats
            (🔁, [repeat:: …]) is only marked, which a note says; the next one is not made.
            """,
        parameters: [
            Common.notebook, action, words, due, done, cancelled, query, folder, priority, under, Common.dryRun,
            Common.noPager,
            Expectation.option, RowFormat.option, Common.json,
        ] + Common.reading,
        examples: [
            ("tasks Recipes", "the open tasks of all items"),
            ("tasks Recipes --due overdue", "those that should be done already"),
            ("tasks Recipes done Shopping flour", "marks the task with “flour” in its text as done"),
            ("tasks Recipes add Shopping \"Buy apples\" --due tomorrow", "adds a task"),
        ],
        statuses: [.finding: "there is no such item or task, or the text fits several tasks"],
        partialNames: .acceptedAtTerminal()
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let tasks: [TaskRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let action = try arguments.subverb(Self.action)
        let given = arguments.all(Self.words)
        try arguments.refuseOptions(unusedBy: action, Self.uses)
        try arguments.requireAtMostOne(of: [RowFormat.option, Common.json])
        _ = try arguments[RowFormat.option]?.columns(besides: TaskRow.self)
        switch action {
        case .ls:
            try UsageError.require(0, of: given, "")
            return try list()
        case .done, .undo:
            let (item, place) = try task(given)
            return try mark(place, of: item, isDone: action == .done)
        case .add:
            try UsageError.require(2, of: given, "ITEM and TEXT")
            return try add(given[1], to: given[0])
        }
    }

    private var today: LocalMoment { TemplateOption.now(session) }
}

extension TasksCommand {
    private func list() throws -> ExitStatus {
        let query = try arguments[Self.query].map(Queries.read)
        let isDue = try arguments[Self.due].map(dueDates)
        return try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            var items = listing.items
            if let folder = try arguments[Self.folder].map({ try listing.folder($0) }) {
                items.removeAll { !$0.folder.isInside(folder) }
            }
            let progress = ProgressLine(session, "reading")
            let all = try listing.tasks(
                of: items, matching: query, in: Queries.context(session), snapshot.files, progress: progress)
            progress.finish()
            let chosen: [ItemTask.State] =
                (arguments[Self.done] ? [.done] : []) + (arguments[Self.cancelled] ? [.cancelled] : [])
            let states = chosen.isEmpty ? [.open] : chosen
            let shown = all.filter { listed in
                states.contains(listed.task.state) && isDue.map { listed.task.due.map($0) ?? false } ?? true
            }
            let sorted = TaskOrder.sorted(shown, by: \.task)
            if let format = arguments[RowFormat.option] {
                let lines = try format.lines(sorted.map(TaskRow.init), of: sorted.map(\.item), listing, snapshot.files)
                for line in lines { try session.print(line) }
            } else if arguments[Common.json] {
                try session.printJSON(Answer(tasks: sorted.map(TaskRow.init)))
            } else {
                if sorted.isEmpty { try session.reportNothing("no tasks") }
                try TaskLines(sorted, today: today.date, session).print()
            }
            return .success
        }
    }

    /// The days of a value of --due.
    private func dueDates(_ text: String) throws -> (CalendarDate) -> Bool {
        let today = today.date.daysSince1970
        switch text.lowercased() {
        case "overdue": return { $0.daysSince1970 < today }
        case "week": return { (today..<today + 7).contains($0.daysSince1970) }
        default:
            guard let day = self.today.day(text) else {
                throw UsageError.badValue(
                    Self.due.form.key, text, expected: "today, week, overdue, or a day such as tomorrow or 2026-11-30")
            }
            return { $0 == day.date }
        }
    }

    /// The item and the line or text of a task; `PATH:LINE` is both, as lists print it.
    private func task(_ given: [String]) throws -> (item: String, place: String) {
        if given.count == 1, let match = given[0].wholeMatch(of: /(.+\.md):([0-9]+)/) {
            return (String(match.1), String(match.2))
        }
        try UsageError.require(2, of: given, "ITEM and LINE or TEXT")
        return (given[0], given[1])
    }

    private func mark(_ word: String, of name: String, isDone: Bool) throws -> ExitStatus {
        var repetition: String?
        let status = try change { draft in
            let item = try draft.listing.item(name)
            try Expectation(arguments, session).check(item, in: draft)
            let task = try TaskFinder(item, try draft.item(item.path).tasks).task(word, open: isDone)
            repetition = task.repetition
            return try draft.set(task, of: item, done: isDone ? today.date : nil)
        }
        if isDone, let repetition {
            try session.note("note: the task repeats (\(PrintableText.escaped(repetition))); the next one was not made")
        }
        return status
    }

    private func add(_ text: String, to name: String) throws -> ExitStatus {
        let words = text.trimmed
        guard !words.isEmpty, Title.accepted(words) != nil, !words.contains(where: \.isNewline) else {
            throw UsageError.badValue("TEXT", text, expected: "a text on one line")
        }
        let day = try arguments[Self.due].map { text in
            guard let day = today.day(text) else {
                throw UsageError.badValue(
                    Self.due.form.key, text, expected: "a day such as today, tomorrow, +3d or 2026-11-30")
            }
            return day.date
        }
        try refuseSecond(words)
        return try change { draft in
            let item = try draft.listing.item(name)
            try Expectation(arguments, session).check(item, in: draft)
            let spelling = draft.listing.description.settings.taskSpelling
            let fields = [arguments[Self.priority].map(spelling.priority), day.map(spelling.due)].compactMap(\.self)
            let section = try arguments[Self.under].map { try GivenSection.find($0, try draft.item(item.path), item) }
            return try draft.add(task: ([words] + fields).joined(separator: " "), to: item, in: section)
        }
    }

    /// Refuses a due date or priority besides that of the text: a task has only one.
    private func refuseSecond(_ text: String) throws {
        guard let task = try ItemFile(Array("- [ ] \(text)".utf8)).tasks.first else { return }
        if let due = task.due, arguments.isGiven(Self.due) {
            throw UsageError.conflict("TEXT has a due date of its own, \(due), so leave out --due")
        }
        if let priority = task.priority, arguments.isGiven(Self.priority) {
            throw UsageError.conflict("TEXT has a priority of its own, \(priority.rawValue), so leave out --priority")
        }
    }

    private func change(_ body: (inout Draft) throws -> ListedTask) throws -> ExitStatus {
        switch try Editing(arguments, session).tried(try NotebookOpener(arguments, session).directory(), body) {
        case .shown(let status): return status
        case .made(let edit):
            try EditNotes(session).report(edit.recovery, edit.commit)
            if arguments[Common.json] {
                try session.printJSON(Answer(tasks: [TaskRow(edit.result)]))
            } else {
                try TaskLines([edit.result], today: today.date, session).print()
            }
            return .success
        }
    }
}
