import NotebookBundle
import NotebookFormat

/// The verb ‘today’.
struct TodayCommand: Command {
    private static let date = Option<String>(
        "date", "DATE", "Another day: 2026-11-20, yesterday, tomorrow, or -3d, +1w from today",
        expected: "2026-11-20, yesterday, tomorrow, or -3d, +1w from today"
    ) { text in
        // Which day that is depends on today.
        LocalMoment(Timestamp(clamping: 0), secondsFromUTC: 0).day(text) == nil ? nil : text
    }

    static let verb = Verb(
        "today", "Open the daily note, or make it",
        details: """
            A new daily note is made from the template “Daily”, if there is one. The settings of the notebook have its folder
            (dailyFolder), the pattern of its name (dailyName), the template (dailyTemplate) and the folder of templates
            (templateFolder); see ‘bundle config --help’. ‘bundle new --help’ says what templates are.

            On a terminal the note opens in the editor; elsewhere its path is printed, for other programs. With --append, or
            text on standard input, the text is added at its end, and no editor opens.
            """,
        parameters: [Common.bundle] + DailyNoteCall.parameters + [date, Common.json] + Common.locking,
        examples: [
            ("today", "opens the note of today"),
            ("today --append \"- Called the plumber\"", "adds a line to it"),
            ("today --date yesterday", "opens the note of yesterday, as ‘yesterday’ does"),
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
        return try DailyNoteCall(arguments, session).run(day)
    }
}
