/// Nothing is a symbolic link.
struct NoSymbolicLinks: Rule {
    let id: RuleID = "NB701"
    let name = "no-symbolic-links"
    let severity = Severity.error
    let clause = "2.3"
    let level = FormatLevel.container
    let explanation = """
        A link leads out of the notebook, and means something else or nothing where the notebook is copied to.
        """
    let example = "`notes/shared.md` is a symbolic link to a file elsewhere."
    let remedy = "put a copy of the file in its place"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.irregular.filter { $0.kind == .symbolicLink }.map {
            finding($0.path, "is \($0.kind)")
        }
    }
}
