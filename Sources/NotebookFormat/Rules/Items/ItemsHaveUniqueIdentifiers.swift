/// Every item has a uuid.
struct ItemsHaveUniqueIdentifiers: Rule {
    let id: RuleID = "NB403"
    let name = "items-have-unique-identifiers"
    let severity = Severity.note
    let clause = "7.3"
    let level = FormatLevel.items
    let explanation = """
        Without a uuid an item that is renamed outside of the tool looks like a new one.
        """
    let example = "A note without front matter."
    let remedy = "run ‘bundle seal’, which gives it one"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard let item = fact.item?.readable, item.metadata.uuid == nil, item.unacceptable[.uuid] == nil else {
                return nil
            }
            return finding(fact.path.text, "has no uuid")
        }
    }
}
