/// The bundle has a description.
struct DescriptionIsPresent: Rule {
    let id: RuleID = "NB111"
    let name = "description-is-present"
    let severity = Severity.error
    let clause = "2.1"
    let level = FormatLevel.container
    let isFundamental = true
    let explanation = """
        `notebook.json` says what the notebook is called and when it was made; without it there is no notebook.
        """
    let example = "A bundle whose `notebook.json` was deleted."
    let remedy = "take it from a copy or from version control, or run ‘bundle repair’"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .missing = inspection.description else { return [] }
        return [finding("notebook.json", "the bundle has no notebook.json")]
    }
}
