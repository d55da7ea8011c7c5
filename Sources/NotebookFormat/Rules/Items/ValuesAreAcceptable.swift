/// Every uuid, title and mark has an accepted spelling.
struct ValuesAreAcceptable: Rule {
    let id: RuleID = "NB404"
    let name = "values-are-acceptable"
    let severity = Severity.warning
    let clause = "7.4"
    let level = FormatLevel.items
    let explanation = """
        A value that cannot be read is treated as missing: the item appears without its title, or is not pinned.
        """
    let example = "`pinned: perhaps`, or a title that begins with `[`."
    let remedy = "correct the value; a title with special characters stands in quotation marks"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unacceptableValues(of: [.uuid, .title, .pinned]).map { value in
            finding(
                value.path.text, value.position,
                "the value of “\(value.key.rawValue)” is not acceptable and is treated as missing")
        }
    }
}
