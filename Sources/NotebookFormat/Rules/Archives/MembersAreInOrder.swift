/// The manifest comes first, then the description, then the files in the order of their paths.
struct MembersAreInOrder: Rule {
    let id: RuleID = "NB811"
    let name = "members-are-in-order"
    let severity = Severity.warning
    let clause = "17.2"
    let level = FormatLevel.archives
    let explanation = """
        A list of what is in the notebook needs the whole archive in place of its first kilobytes.
        """
    let example = "A zip that a file manager made."
    let remedy = "make the archive with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.archive?.oddities[.order].map { odd in
            [finding(odd.first, "is not where the order of members puts it" + odd.more)]
        } ?? []
    }
}
