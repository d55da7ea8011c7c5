/// No two items have the same uuid.
struct UniqueIdentifiersDiffer: Rule {
    let id: RuleID = "NB402"
    let name = "unique-identifiers-differ"
    let severity = Severity.error
    let clause = "7.8"
    let level = FormatLevel.items
    let explanation = """
        The uuid is what tells items apart when they are renamed, moved or merged.
        """
    let example = "A note was copied with a file manager."
    let remedy = "run ‘bundle seal’, which gives the copy a new uuid"

    func findings(in inspection: Inspection) -> [Finding] {
        let items = inspection.files.filter { $0.item?.readable?.metadata.uuid != nil }
        let same = Dictionary(grouping: items) { $0.item?.readable?.metadata.uuid }
        return same.values.filter { $0.count > 1 }.flatMap { facts -> [Finding] in
            // The one that was there before is the original.
            let isListed = { (fact: FileFact) in inspection.manifest.value?[fact.path] != nil }
            guard let original = facts.first(where: isListed) ?? facts.first else { return [] }
            return facts.filter { $0.path != original.path }.map { fact in
                let other = PrintableText.escaped(original.path.text)
                return finding(fact.path.text, fact.item?.readable?.positions[.uuid], "has the same uuid as \(other)")
            }
        }
    }
}
