package import NotebookFiles
import NotebookFormat
import NotebookText

/// The files that conflict copies of `manifest.json` list: programs that synchronise leave one where two devices changed
/// a notebook.
package struct CarriedListings: Sendable {
    private var paths: Set<BundlePath> = []
    private var digests: Set<Digest> = []

    /// No files.
    package init() {}

    /// The files that the copies in a bundle list; copies that cannot be read list none.
    package init(in inspection: Inspection, _ files: any FileOperations) throws {
        for fact in inspection.files where ConflictCopy.original(of: fact.path) == .manifest {
            let bytes = try files.content(of: fact.place, limit: Manifest.maximumBytes)
            guard let manifest = try? Manifest(bytes) else { continue }
            paths.formUnion(manifest.entries.paths)
            digests.formUnion(manifest.entries.digests)
        }
    }

    /// Whether one of them lists a file, or its content.
    package func contains(_ fact: FileFact) -> Bool { paths.contains(fact.path) || digests.contains(fact.digest) }
}
