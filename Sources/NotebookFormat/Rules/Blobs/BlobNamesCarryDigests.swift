/// The name of every blob carries the beginning of a digest.
struct BlobNamesCarryDigests: Rule {
    let id: RuleID = "NB501"
    let name = "blob-names-carry-digests"
    let severity = Severity.error
    let clause = "10.1"
    let level = FormatLevel.container
    let explanation = """
        The digest in the name is what makes attachments safe to share and to store once.
        """
    let example = "`blobs/heron.jpg`, put there with a file manager."
    let remedy = "run ‘bundle seal’, which gives it its name and corrects the links to it"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.filter { $0.type == .blob && BlobName($0.path.name) == nil }.map {
            finding($0.path.text, "the name carries no digest")
        }
    }
}
