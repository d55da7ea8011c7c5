/// Every file that the manifest lists is there.
struct ListedFilesExist: Rule {
    let id: RuleID = "NB201"
    let name = "listed-files-exist"
    let severity = Severity.error
    let clause = "13.3"
    let level = FormatLevel.container
    let explanation = """
        The notebook is incomplete: something that belongs to it has been lost.
        """
    let example = "A note was deleted with a file manager."
    let remedy = "put the file back, or run ‘bundle seal’ to accept that it is gone"

    func findings(in inspection: Inspection) -> [Finding] {
        guard let manifest = inspection.manifest.value else { return [] }
        let present = Set(inspection.files.map(\.path))
        return manifest.entries.filter { !present.contains($0.path) && !inspection.isUnknown($0.path) }.map { entry in
            finding(entry.path.text, "the manifest lists this file, but it is not there")
        }
    }
}
