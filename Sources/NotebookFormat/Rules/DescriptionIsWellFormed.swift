/// The description conforms to its grammar.
struct DescriptionIsWellFormed: Rule {
    let id: RuleID = "NB112"
    let name = "description-is-well-formed"
    let severity = Severity.error
    let clause = "6.1"
    let explanation = """
        A `notebook.json` that cannot be read hides the title, the settings and the smart folders of the notebook.
        """
    let example = "A comma is missing, or a setting has a value that does not exist."
    let remedy = "correct it in a text editor"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .malformed(let problem, let position) = inspection.description, problem.kind != .newerVersion else {
            return []
        }
        return [finding("notebook.json", position, problem.message)]
    }
}
