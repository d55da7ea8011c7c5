/// The description is JSON.
struct DescriptionIsWellFormed: Rule {
    let id: RuleID = "NB112"
    let name = "description-is-well-formed"
    let severity = Severity.error
    let clause = "4.1"
    let level = FormatLevel.container
    let isFundamental = true
    let explanation = """
        A `notebook.json` that is no JSON hides the title, the settings and the smart folders of the notebook.
        """
    let example = "A comma is missing, a key occurs twice, or git has left conflict markers."
    let remedy = "correct it in a text editor, or run ‘bundle repair’, which saves what can be read of it"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .malformed(let problem, let position) = inspection.description, problem.kind.breaksSyntax else {
            return []
        }
        let suggestion = problem.isOfLaterVersion ? VersionIsKnown().remedy : nil
        return [finding("notebook.json", position, problem.message, suggestion: suggestion)]
    }
}
