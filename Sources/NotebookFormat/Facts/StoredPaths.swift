/// The paths of files as they are stored, where that is not in Normalization Form C (Format, clause 5.5).
package struct StoredPaths: Sendable {
    private var byPath: [String: String] = [:]

    /// No such paths.
    package init() {}

    /// The paths of files.
    init(of files: [FileFact]) {
        let pairs = files.compactMap { fact in fact.storedPath.map { (fact.path.text, $0) } }
        byPath = Dictionary(pairs) { first, _ in first }
    }

    /// The path of a finding as it was found.
    package func storedPath(of finding: Finding) -> String {
        // Strings are equal in whatever normalisation they are; what is not in the format's is as it was found already.
        guard let stored = byPath[finding.path], finding.path.isIdentical(to: finding.path.composed) else {
            return finding.path
        }
        return stored
    }
}
