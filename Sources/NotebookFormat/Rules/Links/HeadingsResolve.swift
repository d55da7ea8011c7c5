/// Every link to a heading or block finds it.
struct HeadingsResolve: Rule {
    let id: RuleID = "NB604"
    let name = "headings-resolve"
    let severity = Severity.warning
    let clause = "9.4"
    let explanation = """
        Who follows the link arrives at the beginning of the note, and not where the text says.
        """
    let example = "`[[Grey heron#Food]]` after the heading became “Diet”."
    let remedy = "correct the link"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.brokenLinks.compactMap { link in
            guard case .missingHeading = link.problem else { return nil }
            return finding(link.source.text, link.position, link.problem.description)
        }
    }
}
