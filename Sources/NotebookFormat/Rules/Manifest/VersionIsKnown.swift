/// The version of the format is one that is known here.
struct VersionIsKnown: Rule {
    let id: RuleID = "NB103"
    let name = "version-is-known"
    let severity = Severity.error
    let clause = "18.1"
    let level = FormatLevel.container
    let isFundamental = true
    let explanation = """
        A later version may mean other things by the same keys, so nothing can be said about the rest.
        """
    let example = "`\"version\": 2`"
    let remedy = "use a newer version of this tool"

    func findings(in inspection: Inspection) -> [Finding] {
        var findings: [Finding] = []
        if case .malformed(let problem, let position) = inspection.manifest, problem.kind == .newerVersion {
            findings.append(finding("manifest.json", position, problem.message))
        }
        if case .malformed(let problem, let position) = inspection.description, problem.kind == .newerVersion {
            findings.append(finding("notebook.json", position, problem.message))
        }
        return findings
    }
}
