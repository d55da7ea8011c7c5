/// Every note and card can be read.
struct ItemsAreReadable: Rule {
    let id: RuleID = "NB401"
    let name = "items-are-readable"
    let severity = Severity.error
    let clause = "7.2"
    let explanation = """
        Text that is no UTF-8, or front matter that breaks its grammar, cannot be shown or edited safely.
        """
    let example = "A line of the front matter is not “key: value”."
    let remedy = "correct it in a text editor"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard case .unreadable(let problem, let position)? = fact.item else { return nil }
            return finding(fact.path.text, position, problem.message)
        }
    }
}
