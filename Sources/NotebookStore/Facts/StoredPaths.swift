package import NotebookFormat
import NotebookText

/// The stored paths of files, where they are not in Normalization Form C (Format, clause 5.5).
package struct StoredPaths: Sendable {
    private var byPath: [String: String] = [:]

    /// No such paths.
    package init() {}

    /// The paths of files.
    init(of files: [FileFact]) {
        let pairs = files.compactMap { fact in fact.storedPath.map { (fact.path.text, $0) } }
        byPath = Dictionary(pairs) { first, _ in first }
    }

    /// The path of a finding as it is stored.
    package func storedPath(of finding: Finding) -> String {
        // Swift compares strings across normalisations. A path that is not in Form C was recorded as it was found.
        guard let stored = byPath[finding.path], finding.path.isIdentical(to: finding.path.composed) else {
            return finding.path
        }
        return stored
    }
}
