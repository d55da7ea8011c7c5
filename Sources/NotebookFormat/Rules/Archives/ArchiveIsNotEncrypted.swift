/// The archive is not encrypted.
struct ArchiveIsNotEncrypted: Rule {
    let id: RuleID = "NB805"
    let name = "archive-is-not-encrypted"
    let severity = Severity.error
    let clause = "17.7"
    let level = FormatLevel.archives
    let isFundamental = true
    let needsWholeNotebook = false
    let explanation = """
        What cannot be read cannot be checked.
        """
    let example = "A zip with a password."
    let remedy = "give the password with --password-file, or unpack the archive and validate the notebook"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.refusal.flatMap { refusal in
            refusal.kind == .encrypted ? [finding(refusal.path, refusal.message)] : nil
        } ?? []
    }
}
