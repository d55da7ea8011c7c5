/// Every member has the time 1980-01-01T00:00:00Z.
struct MembersHaveOneTime: Rule {
    let id: RuleID = "NB812"
    let name = "members-have-one-time"
    let severity = Severity.note
    let clause = "17.2"
    let level = FormatLevel.archives
    let explanation = """
        The archive differs each time it is made, though the notebook is the same.
        """
    let example = "A tar that was made with `tar -c`."
    let remedy = "make the archive with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.archive?.oddities[.time].map { odd in
            [finding(odd.first, "has a time of its own" + odd.more)]
        } ?? []
    }
}
