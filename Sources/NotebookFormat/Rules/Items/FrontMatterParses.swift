/// The front matter of every note and card follows its grammar.
struct FrontMatterParses: Rule {
    let id: RuleID = "NB410"
    let name = "front-matter-parses"
    let severity = Severity.error
    let clause = "7.2"
    let level = FormatLevel.items
    let explanation = """
        Front matter that breaks its grammar cannot be shown or edited safely.
        """
    let example = "A line of the front matter is not “key: value”, or `title` occurs twice."
    let remedy = "correct it in a text editor"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard case .unreadable(let problem, let position)? = fact.item,
                problem.kind == .malformed || problem.kind == .conflictMarker
            else {
                return nil
            }
            return finding(fact.path.text, position, problem.message)
        }
    }
}
