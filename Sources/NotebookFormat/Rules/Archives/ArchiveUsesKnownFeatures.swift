/// The archive uses no rare features of its format.
struct ArchiveUsesKnownFeatures: Rule {
    let id: RuleID = "NB806"
    let name = "archive-uses-known-features"
    let severity = Severity.error
    let clause = "17.7"
    let level = FormatLevel.archives
    let isFundamental = true
    let needsWholeNotebook = false
    let explanation = """
        Many programs cannot unpack such an archive, or unpack something else.
        """
    let example = "A zip in several parts, or a member that is compressed with LZMA."
    let remedy = "ask for the archive again, or make it with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.refusal.flatMap { refusal in
            refusal.kind == .unsupported ? [finding(refusal.path, refusal.message)] : nil
        } ?? []
    }
}
