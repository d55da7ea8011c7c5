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
        guard let manifest = inspection.manifest.value else { return [] }
        let resolver = LinkResolver(manifest)
        // What is there and only not listed yet is another finding.
        let present = Set(inspection.files.map(\.path.text))
        return inspection.files.flatMap { fact in
            (fact.item?.readable?.links ?? []).compactMap { link in
                guard case .nothing(let path?) = link.target(resolver, from: fact.path), path.hasPrefix("blobs/"),
                    !present.contains(path)
                else {
                    return nil
                }
                return finding(
                    fact.path.text, link.position, "the link leads to \(PrintableText.quoted(path)), which is not there"
                )
            }
        }
    }
}
