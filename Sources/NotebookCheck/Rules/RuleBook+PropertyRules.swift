import NotebookFormat
import NotebookStore
import NotebookText

extension RuleBook {
    /// The rules for what somebody requires of properties, in the settings of a validation; the format has no clause for
    /// them.
    static let properties: [Rule] = [
        required(
            .presence, "NB901", "required-properties-are-present",
            why: "Queries, tables and programs that expect the property do not find the item.",
            example: "A note in `notes/Books/` without `author`, where the settings require one.",
            remedy: "add the property"),
        required(
            .type, "NB902", "properties-have-the-required-type",
            why: "Texts are sorted and compared otherwise than numbers and dates.",
            example: "`rating: four`, where the settings require a number.",
            remedy: "change the value"),
        required(
            .value, "NB903", "properties-have-allowed-values",
            why: "A value in another spelling is a value of its own, which queries for the right one do not find.",
            example: "`status: opne`, where the settings allow `open` and `done`.",
            remedy: "change the value"),
        required(
            .link, "NB904", "properties-link-to-items",
            why: "Links in properties connect items; one that leads nowhere connects nothing.",
            example: "`author: Ada`, or `author: \"[[Nobody]]\"`, where the settings require a link to an item.",
            remedy: "link to an item, or add one with this name"),
    ]

    private static func required(
        _ kind: PropertyProblem.Kind, _ id: RuleID, _ name: String, why: String, example: String, remedy: Remedy
    ) -> Rule {
        Rule(id, name, .error, clause: "", level: .links, why: why, example: example, remedy: remedy) {
            rule, inspection in
            inspection.propertyProblems.filter { $0.problem.kind == kind }.map { found in
                rule.finding(found.path.text, found.problem.position, found.problem.message)
            }
        }
    }
}
