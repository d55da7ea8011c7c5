/// No name holds private-use characters or noncharacters.
struct NamesHoldNoPrivateCharacters: Rule {
    let id: RuleID = "NB307"
    let name = "names-hold-no-private-characters"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        What such a character means is known on one system only; on others it is an empty box, or refused.
        """
    let example = "A logo of a manufacturer in a file name."
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .character(let scalar)) = found.problem, CharacterClass(scalar) == .privateUse
            else {
                return nil
            }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
