/// Every listed file has the content that the manifest lists.
struct DigestsMatch: Rule {
    let id: RuleID = "NB203"
    let name = "digests-match"
    let severity = Severity.error
    let clause = "13.3"
    let level = FormatLevel.container
    let explanation = """
        The file was changed since the notebook was sealed, by somebody or by a fault of the disk.
        """
    let example = "A letter of a note was replaced by another."
    let remedy = "run ‘bundle seal’ if the change is wanted, or take the file from a copy"

    func findings(in inspection: Inspection) -> [Finding] {
        guard let manifest = inspection.manifest.value else { return [] }
        return inspection.files.compactMap { fact in
            guard let entry = manifest[fact.path], entry.size == fact.size, entry.digest != fact.digest else {
                return nil
            }
            let message = "the content is not the one that the manifest lists"
            return finding(fact.path.text, message, suggestion: fact.remedyOfChange).about(fact.digest)
        }
    }
}
