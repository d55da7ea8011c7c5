import NotebookBundle

/// The options of verbs that import.
struct ImportOptions {
    static let format = Option(
        "from-format", ImportFormats.names.joined(separator: "|"),
        "The format of the sources (default: known by content)",
        kind: .words(ImportFormats.names), expected: ImportFormats.names.alternatives
    ) { name in ImportFormats.names.contains(name) ? name : nil }
    static let tagsColumn = Option<Int>(
        "tags-column", "NUMBER", "The column with tags, in lists of cards without headers",
        expected: "a number from 1"
    ) { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
    static let report = Option.path("report", "FILE", "Write what was counted, changed and lost to FILE, as JSON")
    static let strict = Flag("strict", "Exit with status 1 if anything of a source is missing or lost")
    static let partial = Flag("partial", "Import also if the counts of a source do not add up")
    static let all = Flag("all", "List each note that was changed, and everything that was skipped or lost")

    let arguments: Arguments
    let session: Session

    /// The choices that are given.
    var choices: ImportChoices {
        var choices = ImportChoices(format: arguments[Self.format], isPartial: arguments[Self.partial])
        choices.tagsColumn = arguments[Self.tagsColumn]
        return choices
    }

    /// Makes an import; the report of one that does not add up is written, too.
    func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as UnbalancedImport {
            let report = LossReport(failure.report)
            _ = try finish(report)
            if arguments[Common.json] { try session.printJSON(Refused(report: report)) }
            throw failure
        }
    }

    /// What --json prints if the counts do not add up.
    private struct Refused: JSONRow {
        let report: LossReport
    }

    /// Writes the report, if it is asked for; the status that the import ends with.
    func finish(_ report: LossReport) throws -> ExitStatus {
        if let file = arguments[Self.report] {
            try ExternalFiles(session).replace(file, with: PrintedJSON.text(ofAnswer: report))
        }
        return report.hasDamage || arguments[Self.strict] && report.losesSomething ? .finding : .success
    }
}
