/// Names are stored in Normalization Form C.
struct NamesAreComposed: Rule {
    let id: RuleID = "NB304"
    let name = "names-are-composed"
    let severity = Severity.warning
    let clause = "5.5"
    let level = FormatLevel.names
    let explanation = """
        Some older systems store names in Normalization Form D. They mean the same, but other programs may not find the file.
        """
    let example = "A file whose “é” is stored as “e” and a combining accent."
    let remedy = "run ‘bundle seal’, which renames it"

    func findings(in inspection: Inspection) -> [Finding] {
        let stored = inspection.files.filter { $0.type != nil && $0.storedPath != nil }.map(\.path.text)
        let otherForms = inspection.otherForms.filter { $0.type != nil }.map(\.foundPath)
        return (stored + otherForms).map { finding($0, "the name is not stored in Normalization Form C") }
    }
}
