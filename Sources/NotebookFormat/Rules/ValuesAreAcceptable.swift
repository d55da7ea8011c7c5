/// Every value under a known key has an accepted spelling.
struct ValuesAreAcceptable: Rule {
    let id: RuleID = "NB404"
    let name = "values-are-acceptable"
    let severity = Severity.warning
    let clause = "7.4"
    let explanation = """
        A value that cannot be read is treated as missing: the item appears without its title, date or tags.
        """
    let example = "`created: {{date}}`, as a template has it."
    let remedy = "correct the value, or ignore the warning for templates"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.flatMap { fact in
            (fact.item?.readable.map { item in
                item.unacceptable.sorted().map { (key: $0, position: item.positions[$0]) }
            } ?? []).map {
                finding(
                    fact.path.text, $0.position,
                    "the value of “\($0.key.rawValue)” is not acceptable and is treated as missing")
            }
        }
    }
}
