/// The description is written in its canonical form.
struct DescriptionIsCanonical: Rule {
    let id: RuleID = "NB113"
    let name = "description-is-canonical"
    let severity = Severity.note
    let clause = "6.6"
    let level = FormatLevel.items
    let explanation = """
        The next edit through a tool writes the whole file in canonical form, which shows up as a change in version control.
        """
    let example = "The file was edited by hand, with other spaces."
    let remedy = "nothing must be done; the next edit writes it in canonical form"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .read(let description, let bytes) = inspection.description, description.text != bytes else {
            return []
        }
        let offset = zip(description.text, bytes).prefix { $0 == $1 }.count
        let position = TextPosition(of: offset, in: bytes)
        return [finding("notebook.json", position, "the description is not in canonical form from here on")]
    }
}
