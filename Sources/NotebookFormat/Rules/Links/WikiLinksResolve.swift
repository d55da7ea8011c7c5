/// Every wiki link leads to something.
struct WikiLinksResolve: LinkRule {
    let id: RuleID = "NB603"
    let name = "wiki-links-resolve"
    let kind = BrokenLink.Kind.missingTarget
    let severity = Severity.warning
    let clause = "9.3"
    let level = FormatLevel.links
    let explanation = """
        The link leads nowhere. If the note is still to be written, that may be what is meant.
        """
    let example = "`[[Grey heron]]` without a note of that name or title."
    let remedy = "correct the link, or add the note"
}
