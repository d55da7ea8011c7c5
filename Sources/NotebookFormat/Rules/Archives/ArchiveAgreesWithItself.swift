/// All headers of a member say the same.
struct ArchiveAgreesWithItself: Rule {
    let id: RuleID = "NB802"
    let name = "archive-agrees-with-itself"
    let severity = Severity.error
    let clause = "17.7"
    let level = FormatLevel.archives
    let isFundamental = true
    let needsWholeNotebook = false
    let explanation = """
        Programs that believe different headers unpack different files; such archives are made to deceive.
        """
    let example = "A zip whose directory calls a member `a.md`, and its local header `b.md`."
    let remedy = "ask for the archive again, or make it with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.refusal.flatMap { refusal in
            refusal.kind == .contradictory ? [finding(refusal.path, refusal.message)] : nil
        } ?? []
    }
}
