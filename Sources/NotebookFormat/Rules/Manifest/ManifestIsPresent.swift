/// The bundle has a manifest.
struct ManifestIsPresent: Rule {
    let id: RuleID = "NB101"
    let name = "manifest-is-present"
    let severity = Severity.error
    let clause = "2.1"
    let level = FormatLevel.container
    let isFundamental = true
    let explanation = """
        Without `manifest.json` nobody can tell which files belong to the notebook, or whether one of them is missing or damaged.
        """
    let example = "A bundle whose `manifest.json` was deleted."
    let remedy = "run ‘bundle seal’, which makes it again from the files"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .missing = inspection.manifest else { return [] }
        return [finding("manifest.json", "the bundle has no manifest.json")]
    }
}
