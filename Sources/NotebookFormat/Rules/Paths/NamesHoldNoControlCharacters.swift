/// No name holds a control character.
struct NamesHoldNoControlCharacters: Rule {
    let id: RuleID = "NB305"
    let name = "names-hold-no-control-characters"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        A control character can steer a terminal, cut a name off, or be refused by other systems.
        """
    let example = "A file name with a line break or a bell in it."
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .character(let scalar)) = found.problem, CharacterClass(scalar) == .control else {
                return nil
            }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
