/// Every list of tags has an accepted spelling.
struct TagsAreAcceptable: Rule {
    let id: RuleID = "NB413"
    let name = "tags-are-acceptable"
    let severity = Severity.warning
    let clause = "7.4"
    let level = FormatLevel.items
    let explanation = """
        Tags that cannot be read do not count: the item is not found under them. They stay in the file as they are.
        """
    let example = "`tags: [birds, [wetland]]`, or a tag of more than 255 bytes."
    let remedy = "write them as [birds, wetland]"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unacceptableValues(of: [.tags]).map { value in
            finding(
                value.path.text, value.position,
                "a value of “\(value.key.rawValue)” is not acceptable and does not count")
        }
    }
}
