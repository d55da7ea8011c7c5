/// No link leads to something in the trash.
struct LinksDoNotLeadIntoTheTrash: LinkRule {
    let id: RuleID = "NB606"
    let name = "links-do-not-lead-into-the-trash"
    let kind = BrokenLink.Kind.trashed
    let severity = Severity.warning
    let clause = "11.2"
    let level = FormatLevel.links
    let explanation = """
        What the link leads to was deleted, and is gone for good when the trash is emptied.
        """
    let example = "`[[Grey heron]]` after that note was deleted."
    let remedy = "restore it, or remove the link"
}
