/// No item has a tag twice.
struct TagsDoNotRepeat: Rule {
    let id: RuleID = "NB416"
    let name = "tags-do-not-repeat"
    let severity = Severity.note
    let clause = "3.8"
    let level = FormatLevel.items
    let explanation = """
        The second one is ignored; an edit of the tags drops it.
        """
    let example = "`tags: [birds, Birds]`"
    let remedy = "remove one of them; ‘bundle validate --fix=unsafe’ does so"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard let item = fact.item?.readable, let repeated = item.repeatedTag else { return nil }
            let message = "the tag \(PrintableText.quoted(repeated.tag.text)) repeats an earlier one"
            return finding(fact.path.text, repeated.position, message)
        }
    }
}
