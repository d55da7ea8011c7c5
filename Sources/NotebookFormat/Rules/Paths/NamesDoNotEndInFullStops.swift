/// No name ends with a full stop.
struct NamesDoNotEndInFullStops: Rule {
    let id: RuleID = "NB309"
    let name = "names-do-not-end-in-full-stops"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        Windows drops the full stop, and then does not find the file.
        """
    let example = "`notes/etc./Soup.md`"
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .trailingFullStop) = found.problem else { return nil }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
