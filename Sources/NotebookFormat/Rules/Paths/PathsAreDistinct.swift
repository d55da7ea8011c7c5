/// No two paths are equal but for letter case and normalisation.
struct PathsAreDistinct: Rule {
    let id: RuleID = "NB303"
    let name = "paths-are-distinct"
    let severity = Severity.error
    let clause = "5.3"
    let level = FormatLevel.names
    let explanation = """
        Systems that ignore letter case or normalisation keep only one of the two.
        """
    let example = "`notes/Heron.md` beside `notes/heron.md`."
    let remedy = "rename one of them; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.collisions.filter { $0.kind == .file }.map { collision in
            finding(collision.path, "some systems cannot tell it from \(collision.otherInWords)")
        }
    }
}
