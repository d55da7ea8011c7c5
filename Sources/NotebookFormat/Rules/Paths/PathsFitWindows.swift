/// No path has more than 260 UTF-16 code units.
struct PathsFitWindows: Rule {
    let id: RuleID = "NB318"
    let name = "paths-fit-windows"
    let severity = Severity.note
    let clause = "5.7"
    let level = FormatLevel.names
    let explanation = """
        Programs for Windows that do not ask for longer paths cannot open the file, wherever the notebook lies; the
        directories above the notebook count as well.
        """
    let example = "A note that lies seven folders deep, each named by a sentence."
    let remedy = "use shorter names for the folders; ‘bundle move’ keeps links right"

    private static let most = 260

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.compactMap { fact in
            guard fact.type != nil else { return nil }
            let count = (TrashedPath(fact.path)?.oldPath ?? fact.path).text.utf16.count
            guard count > Self.most else { return nil }
            return finding(fact.path.text, "the path has \(count) UTF-16 code units")
        }
    }
}
