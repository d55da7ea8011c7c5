/// No link leads to something in the trash.
struct LinksDoNotLeadIntoTheTrash: Rule {
    let id: RuleID = "NB606"
    let name = "links-do-not-lead-into-the-trash"
    let severity = Severity.warning
    let clause = "11.2"
    let explanation = """
        What the link leads to was deleted, and is gone for good when the trash is emptied.
        """
    let example = "`[[Grey heron]]` after that note was deleted."
    let remedy = "restore it, or remove the link"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.brokenLinks.compactMap { link in
            guard case .trashed = link.problem else { return nil }
            return finding(link.source.text, link.position, link.problem.description)
        }
    }
}
