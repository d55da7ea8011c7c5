/// No two directories are equal but for letter case and normalisation.
struct DirectoriesAreDistinct: Rule {
    let id: RuleID = "NB316"
    let name = "directories-are-distinct"
    let severity = Severity.error
    let clause = "5.3"
    let level = FormatLevel.names
    let explanation = """
        Systems that ignore letter case or normalisation make one directory of the two.
        """
    let example = "`notes/Birds/Heron.md` beside `notes/birds/Crow.md`."
    let remedy = "rename one of them; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.collisions.filter { $0.kind == .directory }.map { collision in
            finding(
                collision.path,
                "some systems cannot tell its directory from \(PrintableText.quoted(collision.other))")
        }
    }
}
