/// No wiki link leads to several files.
struct LinksAreUnambiguous: Rule {
    let id: RuleID = "NB605"
    let name = "links-are-unambiguous"
    let severity = Severity.warning
    let clause = "9.3"
    let explanation = """
        Programs choose differently, and the reader arrives at another note than was meant.
        """
    let example = "`[[Soup]]` with `notes/Asia/Soup.md` and `notes/Europe/Soup.md`, both as near."
    let remedy = "write the folder before the name: [[Asia/Soup]]"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.brokenLinks.compactMap { link in
            guard case .ambiguous = link.problem else { return nil }
            return finding(link.source.text, link.position, link.problem.description)
        }
    }
}
