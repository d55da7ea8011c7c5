/// There are no members for directories.
struct ThereAreNoDirectories: Rule {
    let id: RuleID = "NB814"
    let name = "there-are-no-directories"
    let severity = Severity.note
    let clause = "17.2"
    let level = FormatLevel.archives
    let explanation = """
        Directories carry no meaning in a notebook; the archive differs with those that are empty.
        """
    let example = "A zip that was made with `zip -r`."
    let remedy = "make the archive with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.archive?.oddities[.directory].map { odd in
            [finding(odd.first, "is a directory" + odd.more)]
        } ?? []
    }
}
