import NotebookBundle

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
