/// Members have no headers beyond what the format defines.
struct MembersArePlain: Rule {
    let id: RuleID = "NB815"
    let name = "members-are-plain"
    let severity = Severity.note
    let clause = "17.13"
    let level = FormatLevel.archives
    let explanation = """
        Extra fields, data descriptors, comments and names in headers make the archive different on each computer, and \
        some programs cannot read it from a stream or to its end.
        """
    let example = "A zip with times in extra fields, as `zip -r` makes it."
    let remedy = "make the archive with ‘bundle archive’"

    func findings(in inspection: Inspection) -> [Finding] {
        guard let archive = inspection.archive else { return [] }
        let members = archive.oddities[.header].map { odd in
            finding(odd.first, "has headers that the format does not define" + odd.more)
        }
        return archive.container.map { finding("", $0) } + [members].compactMap(\.self)
    }
}
