/// No operating system has left its own files.
struct NoSystemFiles: Rule {
    let id: RuleID = "NB705"
    let name = "no-system-files"
    let severity = Severity.note
    let clause = "14.2"
    let level = FormatLevel.container
    let explanation = """
        Such files are not part of the notebook and are never archived, but they end up in git and in archives that \
        other programs make.
        """
    let example = "`Thumbs.db` in a folder of notes, or `__MACOSX` in a zip."
    let remedy = "remove them, and let git ignore them"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.systemFiles.map { finding($0, "is a file of an operating system") }
    }
}
