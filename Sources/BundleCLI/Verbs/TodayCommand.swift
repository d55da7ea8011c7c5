import NotebookBundle

/// The verb ‘today’.
struct TodayCommand: Command {
    private static let date = Option<String>(
        "date", "DATE", "Another day: 2026-11-20, yesterday, friday (today or the next one), or -3d, +1w from today",
        expected: "2026-11-20, yesterday, friday, or -3d, +1w from today"
    ) { text in
        // Which day that is depends on today.
        LocalMoment(Timestamp(clamping: 0), secondsFromUTC: 0).day(text) == nil ? nil : text
    }

    private static let week = Flag("week", "The note of the week, such as 2026-W47")
    private static let month = Flag("month", "The note of the month, such as 2026-11")

    static let verb = Verb(
        "today", "Open today’s daily note; create it if it is missing",
        details: """
            Creates a new daily note from the template “Daily”, if there is one. Settings of the notebook choose its folder
            (dailyFolder), the pattern of its name (dailyName), its template (dailyTemplate) and the folder of templates
            (templateFolder); see ‘bundle config --help’. Notes of weeks and months are in the same folder, and their
            templates are “Weekly” and “Monthly”. ‘bundle new --help’ describes templates.

            On a terminal, opens the note in the editor; elsewhere, prints its path, for other programs. With TEXT, --append, or
            text on standard input, adds the text at the end of the note, and opens no editor. The first word is the notebook
            only if it names one; with -n, and behind --, every word is text.
            """,
        parameters: [Common.bundle] + DailyNoteCall.parameters + [date, week, month, Common.json]
            + Common.locking,
        examples: [
            ("today", "opens today’s note"),
            ("today Called the plumber", "adds a paragraph to it"),
            ("today --append \"- Called the plumber\"", "adds a line to its last list"),
            ("today --date friday", "opens the note of the next Friday, or today’s on a Friday"),
            ("today --week", "opens the note of this week"),
            ("today --date yesterday", "opens yesterday’s note, as ‘yesterday’ does"),
        ],
        statuses: [.finding: "there is no such template, or the text is not valid"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let now = TemplateOption.now(session)
        guard let day = now.day(arguments[Self.date] ?? "today") else {
            throw UsageError.badValue("--date", arguments[Self.date] ?? "")
        }
        try arguments.requireAtMostOne(of: [Self.week, Self.month])
        let period: NotePeriod = arguments[Self.week] ? .week : arguments[Self.month] ? .month : .day
        return try DailyNoteCall(arguments, session).run(day, of: period)
    }
}

/// The verb ‘yesterday’.
struct YesterdayCommand: Command {
    static let verb = Verb(
        "yesterday", "Open yesterday’s daily note; create it if it is missing",
        details: "Works like ‘today’; see ‘bundle today --help’.",
        parameters: [Common.bundle] + DailyNoteCall.parameters + [Common.json] + Common.locking,
        examples: [("yesterday --append \"- Went home late\"", "adds a line to yesterday’s note")],
        statuses: [.finding: "there is no such template, or the text is not valid"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let now = TemplateOption.now(session)
        return try DailyNoteCall(arguments, session).run(now.day("yesterday") ?? now)
    }
}
