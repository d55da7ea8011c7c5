/// No interrupted change is waiting to be completed.
struct NoChangeIsPending: Rule {
    let id: RuleID = "NB702"
    let name = "no-change-is-pending"
    let severity = Severity.error
    let clause = "2.6"
    let level = FormatLevel.container
    let explanation = """
        The notebook is between two states: a tool was stopped while it changed it.
        """
    let example = "The power failed during an edit."
    let remedy = "run ‘bundle open’, which completes or undoes the change"

    func findings(in inspection: Inspection) -> [Finding] {
        let rescue = "run ‘bundle repair’, which sets aside what is left of the change"
        return inspection.pendingChange.map { words in
            [finding(".bundle/journal", words, suggestion: inspection.pendingChangeIsLost ? rescue : nil)]
        } ?? []
    }
}
