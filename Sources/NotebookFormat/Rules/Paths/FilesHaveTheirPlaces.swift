/// Every file stands where a file of a notebook can stand.
struct FilesHaveTheirPlaces: Rule {
    let id: RuleID = "NB302"
    let name = "files-have-their-places"
    let severity = Severity.error
    let clause = "2.2"
    let level = FormatLevel.container
    let explanation = """
        What a file is follows from where it stands. A file in no such place is not part of the notebook, and sealing cannot \
        take it in: it is left behind when the notebook is archived or sent.
        """
    let example = "`photo.jpg` at the top of the bundle, or `notes/photo.jpg`."
    let remedy = "attach it with ‘bundle attach’, or move it below extras/, or remove it"

    func findings(in inspection: Inspection) -> [Finding] {
        let found = inspection.files.filter { $0.type == nil }.map(\.path.text)
        let otherForms = inspection.otherForms.filter { $0.type == nil }.map(\.foundPath)
        return (found + otherForms).map { finding($0, "no file of a notebook can stand here") }
    }
}
