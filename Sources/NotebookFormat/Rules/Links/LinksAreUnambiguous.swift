/// No wiki link leads to several files.
struct LinksAreUnambiguous: LinkRule {
    let id: RuleID = "NB605"
    let name = "links-are-unambiguous"
    let kind = BrokenLink.Kind.ambiguous
    let severity = Severity.warning
    let clause = "9.3"
    let level = FormatLevel.links
    let explanation = """
        Programs choose differently, and the reader arrives at another note than was meant.
        """
    let example = "`[[Soup]]` with `notes/Asia/Soup.md` and `notes/Europe/Soup.md`, both as near."
    let remedy = "write the folder before the name: [[Asia/Soup]]"
}
