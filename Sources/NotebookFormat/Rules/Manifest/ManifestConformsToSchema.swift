/// The manifest has the keys and values that the format defines.
struct ManifestConformsToSchema: Rule {
    let id: RuleID = "NB106"
    let name = "manifest-conforms-to-schema"
    let severity = Severity.error
    let clause = "13.2"
    let level = FormatLevel.container
    let isFundamental = true
    let explanation = """
        A manifest that says something else than the format defines lists nothing; readers refuse the notebook.
        """
    let example = "An entry has no size, a digest of 63 digits, or the path `notes/what?.md`."
    let remedy = "run ‘bundle seal’, which makes it again from the files"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .malformed(let problem, let position) = inspection.manifest, problem.kind == .malformed else {
            return []
        }
        return [finding("manifest.json", position, problem.message)]
    }
}
