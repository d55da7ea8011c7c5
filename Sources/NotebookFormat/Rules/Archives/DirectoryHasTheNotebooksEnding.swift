/// The directory in the archive has a name that ends in `.notebundle`.
struct DirectoryHasTheNotebooksEnding: Rule {
    let id: RuleID = "NB816"
    let name = "directory-has-the-notebooks-ending"
    let severity = Severity.note
    let clause = "17.2"
    let level = FormatLevel.archives
    let explanation = """
        Who unpacks the archive with another program gets a directory that no system recognises as a notebook.
        """
    let example = "A zip with the files at its top level."
    let remedy = "make the archive with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        guard let archive = inspection.archive else { return [] }
        let directory = archive.directory.dropLast()
        let name = directory.isEmpty ? "the top level" : PrintableText.quoted(directory)
        guard directory.hasSuffix(".notebundle") else {
            return [finding("manifest.json", "the notebook lies in \(name)")]
        }
        guard let problem = PathRules.check(String(directory).utf8.span) else { return [] }
        return [finding("manifest.json", "the notebook lies in \(name): \(problem)")]
    }
}
