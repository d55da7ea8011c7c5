/// No path has more than 1,024 bytes.
struct PathsAreShort: Rule {
    let id: RuleID = "NB313"
    let name = "paths-are-short"
    let severity = Severity.error
    let clause = "5.1"
    let level = FormatLevel.container
    let explanation = """
        Some systems refuse longer paths, and archives cut them off.
        """
    let example = "Folders with long names, nested deeply."
    let remedy = "give folders shorter names"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .tooLong = found.problem else { return nil }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
