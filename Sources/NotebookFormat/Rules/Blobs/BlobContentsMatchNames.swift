/// Every blob holds what the digest in its name promises.
struct BlobContentsMatchNames: Rule {
    let id: RuleID = "NB502"
    let name = "blob-contents-match-names"
    let severity = Severity.error
    let clause = "10.2"
    let level = FormatLevel.container
    let explanation = """
        A blob never changes: what does not match its name was damaged, or is another file.
        """
    let example = "`blobs/heron.2cf24dba5fb0a30e.jpg` was cropped with an image editor."
    let remedy =
        "take the file from a copy; if the change is wanted, attach the changed file anew and link to that"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.files.filter { fact in
            fact.type == .blob && BlobName(fact.path.name).map { !$0.matches(fact.digest) } == true
        }.map { finding($0.path.text, "the content does not match the digest in the name").about($0.digest) }
    }
}
