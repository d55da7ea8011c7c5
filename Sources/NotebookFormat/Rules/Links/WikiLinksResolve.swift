/// Every wiki link leads to something.
struct WikiLinksResolve: Rule {
    let id: RuleID = "NB603"
    let name = "wiki-links-resolve"
    let severity = Severity.warning
    let clause = "9.3"
    let explanation = """
        Who follows the link finds nothing. If the note is still to be written, that may be what is meant.
        """
    let example = "`[[Grey heron]]` without a note of that name or title."
    let remedy = "correct the link, or add the note"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.brokenLinks.compactMap { link in
            guard case .missingTarget = link.problem else { return nil }
            return finding(link.source.text, link.position, link.problem.description)
        }
    }
}
