/// Every listed file has the size that the manifest lists.
struct SizesMatch: Rule {
    let id: RuleID = "NB202"
    let name = "sizes-match"
    let severity = Severity.error
    let clause = "13.3"
    let level = FormatLevel.container
    let explanation = """
        The file was changed or cut off since the notebook was sealed.
        """
    let example = "A note was edited in a text editor."
    let remedy = "run ‘bundle seal’ if the change is wanted, or take the file from a copy"

    func findings(in inspection: Inspection) -> [Finding] {
        guard let manifest = inspection.manifest.value else { return [] }
        return inspection.files.compactMap { fact in
            guard let entry = manifest[fact.path], entry.size != fact.size else { return nil }
            let message = "has \(fact.size) bytes, but the manifest lists \(entry.size)"
            return finding(fact.path.text, message, suggestion: fact.remedyOfChange).about(fact.digest)
        }
    }
}
