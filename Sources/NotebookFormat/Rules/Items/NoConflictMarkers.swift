/// No note or card holds the conflict markers of a version control system.
struct NoConflictMarkers: Rule {
    let id: RuleID = "NB408"
    let name = "no-conflict-markers"
    let severity = Severity.warning
    let clause = "16.4"
    let level = FormatLevel.items
    let explanation = """
        Both versions stand in the text, and nobody has decided which one is right.
        """
    let example = "`<<<<<<< HEAD` in a note after a merge. Within one block of code the lines mean nothing."
    let remedy = "‘bundle resolve’ settles it, or choose between the two versions and remove the markers"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard let position = fact.item?.readable?.conflictMarker else { return nil }
            return finding(fact.path.text, position, "a conflict marker of a version control system")
        }
    }
}
