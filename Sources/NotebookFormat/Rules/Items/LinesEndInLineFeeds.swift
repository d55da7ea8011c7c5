/// Lines of notes and cards end in line feeds alone.
struct LinesEndInLineFeeds: Rule {
    let id: RuleID = "NB406"
    let name = "lines-end-in-line-feeds"
    let severity = Severity.warning
    let clause = "3.3"
    let level = FormatLevel.items
    let explanation = """
        Programs that convert line ends change the bytes and break the digest; in git, every line of the note is a change.
        """
    let example = "A note that an editor on Windows saved with CRLF."
    let remedy = "save it with line ends LF"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard let ends = fact.item?.readable?.foreignLineEnds else { return nil }
            return finding(fact.path.text, ends.first, Self.message(ends)).inShort("a line ends in CRLF or CR")
        }
    }

    private static func message(_ ends: ForeignLineEnds) -> String {
        let kinds = [(ends.crlf, "CRLF"), (ends.cr, "CR")].filter { $0.0 > 0 }
        let names = kinds.map(\.1).joined()
        if kinds.count == 1, ends.crlf + ends.cr == ends.lines {
            return ends.lines == 1 ? "the line ends in \(names)" : "all \(ends.lines) lines end in \(names)"
        }
        return kinds.enumerated().map { index, kind in
            index > 0
                ? "\(kind.0) in \(kind.1)"
                : "\(kind.0) of \(ends.lines) lines \(kind.0 == 1 ? "ends" : "end") in \(kind.1)"
        }.joined(separator: " and ")
    }
}
