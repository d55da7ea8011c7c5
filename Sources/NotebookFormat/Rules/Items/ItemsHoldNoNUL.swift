/// No note or card holds the character U+0000.
struct ItemsHoldNoNUL: Rule {
    let id: RuleID = "NB409"
    let name = "items-hold-no-nul"
    let severity = Severity.error
    let clause = "3.4"
    let level = FormatLevel.items
    let explanation = """
        Many programs take the character for the end of the text, and cut off what follows.
        """
    let example = "A file that was damaged by a crash, filled up with zeros."
    let remedy = "take the file from a copy, or remove the character"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard case .unreadable(let problem, let position)? = fact.item, problem.kind == .nul else { return nil }
            return finding(fact.path.text, position, problem.message)
        }
    }
}
