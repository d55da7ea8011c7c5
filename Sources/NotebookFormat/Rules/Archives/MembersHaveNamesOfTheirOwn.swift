/// Every member has a name of its own.
struct MembersHaveNamesOfTheirOwn: Rule {
    let id: RuleID = "NB804"
    let name = "members-have-names-of-their-own"
    let severity = Severity.error
    let clause = "17.7"
    let level = FormatLevel.archives
    let isFundamental = true
    let needsWholeNotebook = false
    let explanation = """
        Of two members with one name, programs take the first or the last.
        """
    let example = "A tar to which a newer version of a note was appended."
    let remedy = "ask for the archive again, or make it with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.refusal.flatMap { refusal in
            refusal.kind == .name ? [finding(refusal.path, refusal.message)] : nil
        } ?? []
    }
}
