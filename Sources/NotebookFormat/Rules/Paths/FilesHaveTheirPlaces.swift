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
        inspection.files.filter { $0.type == nil }.map {
            finding($0.path.text, "no file of a notebook can stand here")
        }
    }
}
