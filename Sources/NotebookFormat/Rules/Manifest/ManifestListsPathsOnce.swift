/// The manifest lists every path once.
struct ManifestListsPathsOnce: Rule {
    let id: RuleID = "NB107"
    let name = "manifest-lists-paths-once"
    let severity = Severity.error
    let clause = "13.2"
    let level = FormatLevel.container
    let isFundamental = true
    let explanation = """
        Of two entries for one file nobody knows which to believe.
        """
    let example = "Both entries that git found in two branches are in the manifest."
    let remedy = "run ‘bundle seal’, which makes it again from the files"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .malformed(let problem, let position) = inspection.manifest, problem.kind == .repeatedPath else {
            return []
        }
        return [finding("manifest.json", position, problem.message)]
    }
}
