/// No file is a second version that another program kept.
struct NoConflictCopies: Rule {
    let id: RuleID = "NB205"
    let name = "no-conflict-copies"
    let severity = Severity.warning
    let clause = "14.5"
    let level = FormatLevel.names
    let explanation = """
        Two versions of one note stand side by side, and one of them may hold what the other lacks.
        """
    let example = "`notes/Soup (conflicted copy 2026-03-01).md`, which a synchronising program wrote."
    let remedy = "‘bundle resolve’ brings both versions together"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.filter { $0.type != nil && TrashedPath($0.path) == nil && ConflictCopy.matches($0.path) }.map {
            finding($0.path.text, "the name is that of a conflict copy")
        }
    }
}
