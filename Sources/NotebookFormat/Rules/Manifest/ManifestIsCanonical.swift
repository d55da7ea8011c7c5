/// The manifest is written in its canonical form.
struct ManifestIsCanonical: Rule {
    let id: RuleID = "NB104"
    let name = "manifest-is-canonical"
    let severity = Severity.error
    let clause = "13.1"
    let level = FormatLevel.container
    let explanation = """
        The fingerprint of a notebook is the digest of its manifest: only one spelling of the same list may exist.
        """
    let example = "The entries are indented in another way, or not in the order of their paths."
    let remedy = "run ‘bundle seal’"

    func findings(in inspection: Inspection) -> [Finding] {
        guard case .read(let manifest, let bytes) = inspection.manifest, manifest.text != bytes else { return [] }
        let offset = zip(manifest.text, bytes).prefix { $0 == $1 }.count
        let position = TextPosition(of: offset, in: bytes)
        return [finding("manifest.json", position, "the manifest is not in canonical form from here on")]
    }
}
