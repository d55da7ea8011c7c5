/// The archive is whole and undamaged.
struct ArchiveIsIntact: Rule {
    let id: RuleID = "NB801"
    let name = "archive-is-intact"
    let severity = Severity.error
    let clause = "17.7"
    let level = FormatLevel.archives
    let isFundamental = true
    let needsWholeNotebook = false
    let explanation = """
        Something of the archive is missing or was changed: what it holds cannot be trusted.
        """
    let example = "A download that stopped halfway."
    let remedy = "ask for the archive again, or make it with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.refusal.flatMap { refusal in
            refusal.kind == .damaged ? [finding(refusal.path, refusal.message)] : nil
        } ?? []
    }
}
