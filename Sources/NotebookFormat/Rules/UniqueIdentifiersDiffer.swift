/// No two items have the same uuid.
struct UniqueIdentifiersDiffer: Rule {
    let id: RuleID = "NB402"
    let name = "unique-identifiers-differ"
    let severity = Severity.error
    let clause = "7.8"
    let explanation = """
        The uuid is what tells items apart when they are renamed, moved or merged.
        """
    let example = "A note was copied with a file manager."
    let remedy = "run ‘bundle seal’, which gives the copy a new uuid"

    func findings(in inspection: Inspection) -> [Finding] {
        var first: [UniqueIdentifier: BundlePath] = [:]
        return inspection.files.compactMap { fact in
            guard let item = fact.item?.readable, let uuid = item.metadata.uuid else { return nil }
            guard let other = first[uuid] else {
                first[uuid] = fact.path
                return nil
            }
            return finding(
                fact.path.text, item.positions[.uuid], "has the same uuid as \(PrintableText.escaped(other.text))")
        }
    }
}
