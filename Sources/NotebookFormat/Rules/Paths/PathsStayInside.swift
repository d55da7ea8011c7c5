/// No path leaves the notebook.
struct PathsStayInside: Rule {
    let id: RuleID = "NB315"
    let name = "paths-stay-inside"
    let severity = Severity.error
    let clause = "5.2"
    let level = FormatLevel.container
    let explanation = """
        A path that is absolute or holds `..` writes over files elsewhere when an archive is unpacked carelessly.
        """
    let example = "An archive with the member `X.notebundle/../../.profile`."
    let remedy = "do not unpack it; ask for the archive again"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unportable.compactMap { found in
            switch found.problem {
            case .empty, .component(_, .empty), .component(_, .leadingFullStop), .component(_, .systemJunk):
                finding(found.path, "the path \(found.problem)")
            default: nil
            }
        }
    }
}
