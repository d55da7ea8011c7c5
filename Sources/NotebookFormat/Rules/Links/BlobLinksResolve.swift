/// Every link into `blobs/` leads to a file.
struct BlobLinksResolve: LinkRule {
    let id: RuleID = "NB601"
    let name = "blob-links-resolve"
    let kind = BrokenLink.Kind.missingBlob
    let severity = Severity.error
    let clause = "9.5"
    let level = FormatLevel.links
    let explanation = """
        An attachment that the text promises is not there.
        """
    let example = "`![A heron](../blobs/heron.2cf24dba5fb0a30e.jpg)` without that file."
    let remedy = "attach the file again, or correct the link"
}
