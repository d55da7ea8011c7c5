/// No relative link leaves the notebook.
struct LinksStayInside: LinkRule {
    let id: RuleID = "NB607"
    let name = "links-stay-inside"
    let kind = BrokenLink.Kind.outside
    let severity = Severity.warning
    let clause = "9.2"
    let level = FormatLevel.links
    let explanation = """
        The notebook is not self-contained: the file is not there when the notebook is copied or sent.
        """
    let example = "`[Budget](../../Documents/budget.xlsx)`"
    let remedy = "attach the file"
}
