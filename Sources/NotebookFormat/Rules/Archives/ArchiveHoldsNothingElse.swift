/// The archive holds nothing but its members.
struct ArchiveHoldsNothingElse: Rule {
    let id: RuleID = "NB803"
    let name = "archive-holds-nothing-else"
    let severity = Severity.error
    let clause = "17.7"
    let level = FormatLevel.archives
    let isFundamental = true
    let needsWholeNotebook = false
    let explanation = """
        Bytes that belong to no member can hide anything, and other programs may find another archive in them.
        """
    let example = "A zip with a program before its first member."
    let remedy = "ask for the archive again, or make it with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.refusal.flatMap { refusal in
            refusal.kind == .surplus ? [finding(refusal.path, refusal.message)] : nil
        } ?? []
    }
}
