/// All members lie in the notebook’s directory.
struct FilesLieInOneDirectory: Rule {
    let id: RuleID = "NB807"
    let name = "files-lie-in-one-directory"
    let severity = Severity.error
    let clause = "17.7"
    let level = FormatLevel.archives
    let explanation = """
        What lies beside the notebook is left behind, or belongs to another one.
        """
    let example = "A zip with two notebooks, or with a `README` beside the notebook."
    let remedy = "make one archive for each notebook, with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.irregular.filter { $0.kind == .outside }.map {
            finding($0.path, "lies \($0.kind)")
        }
    }
}
