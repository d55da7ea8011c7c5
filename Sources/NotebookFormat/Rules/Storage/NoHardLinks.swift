/// No member of an archive is a hard link.
struct NoHardLinks: Rule {
    let id: RuleID = "NB704"
    let name = "no-hard-links"
    let severity = Severity.error
    let clause = "2.3"
    let level = FormatLevel.archives
    let explanation = """
        A hard link in an archive takes its content from another file, which need not be in the archive.
        """
    let example = "A tar that was made of a directory with hard links."
    let remedy = "make the archive with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.irregular.filter { $0.kind == .hardLink }.map {
            finding($0.path, "is \($0.kind)")
        }
    }
}
