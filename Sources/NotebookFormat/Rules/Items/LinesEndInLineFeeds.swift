/// Lines of notes and cards end in line feeds alone.
struct LinesEndInLineFeeds: Rule {
    let id: RuleID = "NB406"
    let name = "lines-end-in-line-feeds"
    let severity = Severity.warning
    let clause = "3.3"
    let explanation = """
        Programs that convert line ends change the bytes and break the digest; in git, every line of the note is a change.
        """
    let example = "A note that an editor on Windows saved with CRLF."
    let remedy = "save it with line ends LF"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard let position = fact.item?.readable?.firstCarriageReturn else { return nil }
            return finding(fact.path.text, position, "a line ends in CRLF or CR")
        }
    }
}
