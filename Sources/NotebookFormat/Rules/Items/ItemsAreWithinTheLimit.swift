/// No note or card is too long.
struct ItemsAreWithinTheLimit: Rule {
    let id: RuleID = "NB411"
    let name = "items-are-within-the-limit"
    let severity = Severity.error
    let clause = "7.9"
    let level = FormatLevel.items
    let explanation = """
        A reader takes a note into memory as a whole; what is longer than 16 MiB may be refused.
        """
    let example = "A log file that was renamed to `.md`."
    let remedy = "split it, or attach it as a file"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard case .unreadable(let problem, let position)? = fact.item, problem.kind == .tooLong else { return nil }
            return finding(fact.path.text, position, problem.message)
        }
    }
}
