/// Every date has an accepted spelling.
struct DatesAreAcceptable: Rule {
    let id: RuleID = "NB412"
    let name = "dates-are-acceptable"
    let severity = Severity.warning
    let clause = "7.4"
    let level = FormatLevel.items
    let explanation = """
        A date that cannot be read is treated as missing: the item is sorted as if it were as old as the notebook.
        """
    let example = "`created: {{date}}`, as a template has it, or `created: 3 March`."
    let remedy = "write it as 2026-11-20 or 2026-11-20T10:00:00Z, or ignore the warning for templates"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unacceptableValues(of: [.created, .modified]).map { value in
            finding(
                value.path.text, value.position,
                "the value of “\(value.key.rawValue)” is not acceptable and is treated as missing")
        }
    }
}
