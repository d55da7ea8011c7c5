/// No item was changed before it was made.
struct ModifiedIsNotBeforeCreated: Rule {
    let id: RuleID = "NB414"
    let name = "modified-is-not-before-created"
    let severity = Severity.warning
    let clause = "7.10"
    let level = FormatLevel.items
    let explanation = """
        One of the two dates is wrong, and the item is sorted to the wrong place.
        """
    let example = "`created: 2026-11-20` with `modified: 2026-11-19`."
    let remedy = "correct one of the dates; ‘bundle validate --fix=unsafe’ sets the date of change to that of making"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard let item = fact.item?.readable, let created = item.metadata.created,
                let modified = item.metadata.modified,
                modified < created
            else { return nil }
            return finding(
                fact.path.text, item.positions[.modified],
                "was changed on \(modified), before it was made on \(created)")
        }
    }
}
