/// Every blob is mentioned by an item or extra.
struct BlobsAreReferenced: Rule {
    let id: RuleID = "NB504"
    let name = "blobs-are-referenced"
    let severity = Severity.note
    let clause = "9.6"
    let level = FormatLevel.links
    let explanation = """
        Nobody finds an attachment that no note mentions, but it makes the notebook larger.
        """
    let example = "A picture whose note was rewritten without it."
    let remedy = "link to it, or move it to the trash"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.unreferencedBlobs.map { finding($0.text, "no item or extra mentions this attachment") }
    }
}
