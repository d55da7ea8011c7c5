/// Every link to a heading or block finds it.
struct HeadingsResolve: LinkRule {
    let id: RuleID = "NB604"
    let name = "headings-resolve"
    let kind = BrokenLink.Kind.missingHeading
    let severity = Severity.warning
    let clause = "9.4"
    let level = FormatLevel.links
    let explanation = """
        Who follows the link arrives at the beginning of the note, and not where the text says.
        """
    let example = "`[[Grey heron#Food]]` after the heading became “Diet”."
    let remedy = "correct the link"
}
