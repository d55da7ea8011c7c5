/// Nothing is a device, a socket or a FIFO.
struct NoSpecialFiles: Rule {
    let id: RuleID = "NB703"
    let name = "no-special-files"
    let severity = Severity.error
    let clause = "2.3"
    let level = FormatLevel.container
    let explanation = """
        Reading such a file can hang, or reach into the system; it cannot be copied or archived.
        """
    let example = "A FIFO that a program left in `blobs/`."
    let remedy = "remove it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.irregular.filter { $0.kind == .special }.map {
            finding($0.path, "is \($0.kind)")
        }
    }
}
