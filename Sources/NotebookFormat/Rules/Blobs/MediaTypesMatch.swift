/// Every blob is what its extension says.
struct MediaTypesMatch: Rule {
    let id: RuleID = "NB503"
    let name = "media-types-match"
    let severity = Severity.warning
    let clause = "10.3"
    let level = FormatLevel.items
    let explanation = """
        Programs that go by the extension cannot show the file, or open it with the wrong application.
        """
    let example = "A JPEG that is called `heron.png`, or a web page that was saved as `paper.pdf`."
    let remedy = "attach it under a name with the right extension"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard fact.type == .blob, let problem = MediaSignature.problem(of: fact.path.name, head: fact.head) else {
                return nil
            }
            return finding(fact.path.text, problem)
        }
    }
}
