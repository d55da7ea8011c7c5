/// Neither the manifest nor the description is too long.
struct TextsAreWithinTheLimits: Rule {
    let id: RuleID = "NB108"
    let name = "texts-are-within-the-limits"
    let severity = Severity.error
    let clause = "13.7"
    let level = FormatLevel.container
    let isFundamental = true
    let explanation = """
        A reader takes `manifest.json` and `notebook.json` into memory as a whole; what is larger than 256 MiB or 16 MiB is refused,
        and nothing can be said about what is in it.
        """
    let example = "A program keeps pictures in `notebook.json`, under a key of its own."
    let remedy = "take out of notebook.json what is too much; ‘bundle seal’ makes the manifest again"

    func findings(in inspection: Inspection) -> [Finding] {
        var findings: [Finding] = []
        if case .malformed(let problem, _) = inspection.manifest, problem.kind == .tooLong {
            findings.append(finding("manifest.json", problem.message))
        }
        if case .malformed(let problem, _) = inspection.description, problem.kind == .tooLong {
            findings.append(finding("notebook.json", problem.message))
        }
        return findings
    }
}
