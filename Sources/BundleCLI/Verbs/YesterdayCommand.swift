import NotebookBundle
import NotebookFormat

/// The verb ‘yesterday’.
struct YesterdayCommand: Command {
    static let verb = Verb(
        "yesterday", "Open the daily note of yesterday, or make it",
        details: "‘today’ explains it.",
        parameters: [Common.bundle] + DailyNoteCall.parameters + [Common.json] + Common.locking,
        examples: [("yesterday --append \"- Went home late\"", "adds a line to the note of yesterday")],
        statuses: [.finding: "there is no such template, or the text is not valid"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let now = TemplateOption.now(session)
        return try DailyNoteCall(arguments, session).run(now.day("yesterday") ?? now)
    }
}
