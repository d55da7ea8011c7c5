/// The description has the keys and values that the format defines.
struct DescriptionConformsToSchema: Rule {
    let id: RuleID = "NB114"
    let name = "description-conforms-to-schema"
    let severity = Severity.error
    let clause = "6.1"
    let level = FormatLevel.items
    let isFundamental = true
    let explanation = """
        A setting that no reader understands hides the title, the settings and the smart folders of the notebook.
        """
    let example = "`\"sort\": \"size\"`, or a notebook without a title."
    let remedy = "correct it in a text editor, or run ‘bundle repair’, which saves what can be read of it"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .malformed(let problem, _) = inspection.description, problem.kind == .malformed else { return [] }
        return inspection.descriptionProblems.map { finding("notebook.json", $0.position, $0.problem.message) }
    }
}
