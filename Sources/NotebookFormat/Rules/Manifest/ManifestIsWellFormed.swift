/// The manifest is JSON.
struct ManifestIsWellFormed: Rule {
    let id: RuleID = "NB102"
    let name = "manifest-is-well-formed"
    let severity = Severity.error
    let clause = "4.1"
    let level = FormatLevel.container
    let isFundamental = true
    let explanation = """
        A manifest that is no JSON lists nothing; readers refuse the notebook.
        """
    let example = "A comma is missing, a key occurs twice, or git has left conflict markers."
    let remedy = "run ‘bundle seal’, which makes it again from the files"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .malformed(let problem, let position) = inspection.manifest, problem.kind.breaksSyntax else {
            return []
        }
        let suggestion = problem.isOfLaterVersion ? VersionIsKnown().remedy : nil
        return [finding("manifest.json", position, problem.message, suggestion: suggestion)]
    }
}
