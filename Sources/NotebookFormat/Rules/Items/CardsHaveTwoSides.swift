/// Every card has a front and a back.
struct CardsHaveTwoSides: Rule {
    let id: RuleID = "NB407"
    let name = "cards-have-two-sides"
    let severity = Severity.warning
    let clause = "8.3"
    let level = FormatLevel.items
    let explanation = """
        A card without one of its sides asks nothing, or has no answer.
        """
    let example = "A card whose `---` has text directly above it, which makes a heading of that text."
    let remedy = "put front and back on either side of a line ‘---’ between empty lines"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard let side = fact.item?.readable?.missingSide else { return nil }
            return finding(fact.path.text, "the card has no \(side.rawValue)")
        }
    }
}
