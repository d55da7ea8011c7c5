/// No relative link leaves the notebook.
struct LinksStayInside: Rule {
    let id: RuleID = "NB607"
    let name = "links-stay-inside"
    let severity = Severity.warning
    let clause = "9.2"
    let explanation = """
        The notebook is not self-contained: the file is not there when the notebook is copied or sent.
        """
    let example = "`[Budget](../../Documents/budget.xlsx)`"
    let remedy = "attach the file"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.brokenLinks.compactMap { link in
            guard case .outside = link.problem else { return nil }
            return finding(link.source.text, link.position, link.problem.description)
        }
    }
}
