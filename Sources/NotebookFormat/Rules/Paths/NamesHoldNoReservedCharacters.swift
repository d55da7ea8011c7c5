/// No name holds a character that some system reserves.
struct NamesHoldNoReservedCharacters: Rule {
    let id: RuleID = "NB301"
    let name = "names-hold-no-reserved-characters"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        Windows cannot store such a name: the file is lost or renamed when the notebook is copied there.
        """
    let example = "`notes/What is this?.md`"
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .character(let scalar)) = found.problem, CharacterClass(scalar) == .reserved else {
                return nil
            }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
