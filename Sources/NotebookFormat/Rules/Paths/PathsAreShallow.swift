/// No path has more than 32 components.
struct PathsAreShallow: Rule {
    let id: RuleID = "NB314"
    let name = "paths-are-shallow"
    let severity = Severity.error
    let clause = "5.1"
    let level = FormatLevel.container
    let explanation = """
        Some programs stop at a depth, and what lies below is left out.
        """
    let example = "A folder that was copied into itself again and again."
    let remedy = "move what is inside further up"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .tooDeep = found.problem else { return nil }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
