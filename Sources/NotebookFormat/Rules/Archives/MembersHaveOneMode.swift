/// Every member has the mode 0644 and no owner.
struct MembersHaveOneMode: Rule {
    let id: RuleID = "NB813"
    let name = "members-have-one-mode"
    let severity = Severity.note
    let clause = "17.2"
    let level = FormatLevel.archives
    let explanation = """
        The archive tells who made it, and differs from one computer to the next.
        """
    let example = "A tar that was made with `tar -c`."
    let remedy = "make the archive with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.archive?.oddities[.mode].map { odd in
            [finding(odd.first, "has a mode or an owner of its own" + odd.more)]
        } ?? []
    }
}
