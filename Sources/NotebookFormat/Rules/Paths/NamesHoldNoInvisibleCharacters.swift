/// No name holds a character that changes how the name is shown.
struct NamesHoldNoInvisibleCharacters: Rule {
    let id: RuleID = "NB306"
    let name = "names-hold-no-invisible-characters"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        With bidirectional controls a name can look like another one, and hide what sort of file it is.
        """
    let example = "`invoice[U+202E]4pm.md`"
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .character(let scalar)) = found.problem, CharacterClass(scalar) == .invisible
            else {
                return nil
            }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
