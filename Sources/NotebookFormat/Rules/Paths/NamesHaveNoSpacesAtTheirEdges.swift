/// No name begins or ends with a space.
struct NamesHaveNoSpacesAtTheirEdges: Rule {
    let id: RuleID = "NB308"
    let name = "names-have-no-spaces-at-their-edges"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        Windows and many programs drop the space, and then do not find the file.
        """
    let example = "`notes/ Soup.md`"
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .edgeSpace) = found.problem else { return nil }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
