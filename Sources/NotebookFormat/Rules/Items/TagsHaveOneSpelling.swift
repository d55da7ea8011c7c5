/// Every tag is spelled the same in all items.
struct TagsHaveOneSpelling: Rule {
    let id: RuleID = "NB417"
    let name = "tags-have-one-spelling"
    let severity = Severity.note
    let clause = "3.8"
    let level = FormatLevel.items
    let explanation = """
        They are the same tag, but a program that compares letter by letter takes them for two.
        """
    let example = "`birds` in one note and `Birds` in another."
    let remedy = "choose one spelling"

    func findings(in inspection: Inspection) -> [Finding] {
        var spellings: [ComparisonKey: (tag: Tag, path: BundlePath)] = [:]
        var findings: [Finding] = []
        for fact in inspection.files where TrashedPath(fact.path) == nil {
            guard let item = fact.item?.readable else { continue }
            for tag in item.metadata.tags {
                guard let first = spellings[tag.key] else {
                    spellings[tag.key] = (tag, fact.path)
                    continue
                }
                guard !first.tag.text.isIdentical(to: tag.text) else { continue }
                let other = PrintableText.quoted(first.tag.text)
                findings.append(
                    finding(
                        fact.path.text, item.positions[.tags],
                        "the tag \(PrintableText.quoted(tag.text)) is spelled \(other) in \(PrintableText.escaped(first.path.text))"
                    ))
            }
        }
        return findings
    }
}
