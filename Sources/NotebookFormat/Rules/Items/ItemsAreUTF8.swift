/// Every note and card is UTF-8.
struct ItemsAreUTF8: Rule {
    let id: RuleID = "NB401"
    let name = "items-are-utf-8"
    let severity = Severity.error
    let clause = "3.1"
    let level = FormatLevel.items
    let explanation = """
        Text in another encoding is shown wrongly, and cannot be edited safely.
        """
    let example = "A note that an old editor saved in Latin-1."
    let remedy = "save it as UTF-8"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard case .unreadable(let problem, let position)? = fact.item, problem.kind == .encoding else {
                return nil
            }
            return finding(fact.path.text, position, problem.message)
        }
    }
}
