/// Every link into `blobs/` leads to a file.
struct BlobLinksResolve: Rule {
    let id: RuleID = "NB601"
    let name = "blob-links-resolve"
    let severity = Severity.error
    let clause = "9.5"
    let explanation = """
        An attachment that the text promises is not there.
        """
    let example = "`![A heron](../blobs/heron.2cf24dba5fb0a30e.jpg)` without that file."
    let remedy = "attach the file again, or correct the link"

    func findings(in inspection: Inspection) -> [Finding] {
        inspection.brokenLinks.compactMap { link in
            guard case .missingBlob = link.problem else { return nil }
            return finding(link.source.text, link.position, link.problem.description)
        }
    }
}
