/// Every Markdown link to a file of the notebook leads to one.
struct FileLinksResolve: LinkRule {
    let id: RuleID = "NB602"
    let name = "file-links-resolve"
    let kind = BrokenLink.Kind.missingFile
    let severity = Severity.warning
    let clause = "9.2"
    let level = FormatLevel.links
    let explanation = """
        The link leads nowhere.
        """
    let example = "`[Soup](../Recipes/Soup.md)` after the note was renamed."
    let remedy = "correct the link"
}
