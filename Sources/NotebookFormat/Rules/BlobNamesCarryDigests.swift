/// The name of every blob carries the beginning of its digest.
struct BlobNamesCarryDigests: Rule {
    let id: RuleID = "NB501"
    let name = "blob-names-carry-digests"
    let severity = Severity.error
    let clause = "10.1"
    let explanation = """
        The digest in the name is what makes attachments safe to share and to store once.
        """
    let example = "`blobs/heron.jpg`"
    let remedy = "run ‘bundle seal’, which gives it its name and corrects the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.filter { $0.type == .blob }.compactMap { fact in
            guard let name = BlobName(fact.path.name) else {
                return finding(fact.path.text, "the name carries no digest")
            }
            guard !name.matches(fact.digest) else { return nil }
            let remedy = "take the file from a copy; what the name promises is not what it holds"
            return finding(fact.path.text, "the content does not match the digest in the name", suggestion: remedy)
        }
    }
}
