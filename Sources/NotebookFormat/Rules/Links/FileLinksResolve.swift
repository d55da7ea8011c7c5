/// Every Markdown link to a file of the notebook leads to one.
struct FileLinksResolve: Rule {
    let id: RuleID = "NB602"
    let name = "file-links-resolve"
    let severity = Severity.warning
    let clause = "9.2"
    let explanation = """
        Who follows the link finds nothing.
        """
    let example = "`[Soup](../Recipes/Soup.md)` after the note was renamed."
    let remedy = "correct the link"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.brokenLinks.compactMap { link in
            guard case .missingFile = link.problem else { return nil }
            return finding(link.source.text, link.position, link.problem.description)
        }
    }
}
