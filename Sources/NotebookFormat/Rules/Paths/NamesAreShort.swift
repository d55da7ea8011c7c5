/// No name has more than 240 bytes.
struct NamesAreShort: Rule {
    let id: RuleID = "NB312"
    let name = "names-are-short"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        Most systems store no more than 255 bytes, and some programs need a few of them for temporary names.
        """
    let example = "A note whose file name is its first paragraph."
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .tooLong) = found.problem else { return nil }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
