/// No path is both a file and a directory.
struct FilesAreNoDirectories: Rule {
    let id: RuleID = "NB317"
    let name = "files-are-no-directories"
    let severity = Severity.error
    let clause = "5.3"
    let level = FormatLevel.names
    let explanation = """
        One of the two cannot be written where the notebook is copied to.
        """
    let example = "`notes/A.md` beside `notes/a.md/B.md`."
    let remedy = "rename one of them; ‘bundle validate --fix=unsafe’ does so and keeps the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.collisions.filter { $0.kind == .fileAndDirectory }.map { collision in
            finding(
                collision.path,
                "some systems cannot tell it from the directory \(PrintableText.quoted(collision.other))")
        }
    }
}
