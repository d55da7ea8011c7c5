/// Every name is UTF-8.
struct NamesAreUTF8: Rule {
    let id: RuleID = "NB311"
    let name = "names-are-utf-8"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        A name in another encoding is shown wrongly or not at all, and cannot be written on many systems.
        """
    let example = "A file that came from an old zip with names in Latin-1."
    let remedy = "rename it; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            guard case .component(_, .notText) = found.problem else { return nil }
            return finding(found.path, "the path \(found.problem)")
        }
    }
}
