/// No file is there that the manifest does not list.
struct NoFileIsUnlisted: Rule {
    let id: RuleID = "NB204"
    let name = "no-file-is-unlisted"
    let severity = Severity.error
    let clause = "13.3"
    let level = FormatLevel.container
    let explanation = """
        A file that is not listed is not part of the notebook: it is left behind when the notebook is archived or sent.
        """
    let example = "A note was added with a text editor."
    let remedy = "run ‘bundle seal’ to take it in, or remove it"

    func findings(in inspection: Inspection) -> [Finding] {
        guard let manifest = inspection.manifest.value else { return [] }
        let unlisted = inspection.files.filter { $0.type != nil && manifest[$0.path] == nil }.map(\.path.text)
        let otherForms = inspection.otherForms.filter { $0.type != nil }.map(\.foundPath)
        return (unlisted + otherForms).map { finding($0, "the manifest does not list this file") }
    }
}
