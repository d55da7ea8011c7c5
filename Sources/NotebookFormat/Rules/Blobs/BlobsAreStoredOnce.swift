/// No two blobs hold the same bytes.
struct BlobsAreStoredOnce: Rule {
    let id: RuleID = "NB505"
    let name = "blobs-are-stored-once"
    let severity = Severity.warning
    let clause = "10.2"
    let level = FormatLevel.container
    let explanation = """
        The same file takes its room twice, and a change of one of them leaves the other behind.
        """
    let example = "`blobs/heron.2cf24dba5fb0a30e.jpg` beside `blobs/bird.2cf24dba5fb0a30e.jpg`."
    let remedy = "keep one of them; ‘bundle validate --fix=unsafe’ does so and redirects the links"

    func findings(in inspection: Inspection) -> [Finding] {
        var first: [Digest: BundlePath] = [:]
        return inspection.files.compactMap { fact in
            guard fact.type == .blob, TrashedPath(fact.path) == nil else { return nil }
            guard let other = first[fact.digest] else {
                first[fact.digest] = fact.path
                return nil
            }
            return finding(fact.path.text, "holds the same bytes as \(PrintableText.escaped(other.text))")
        }
    }
}
