package import NotebookFormat
import NotebookLinks
package import NotebookStore

/// The contents that a notebook lists and no file has any more.
package struct Losses: Sendable {
    /// A file whose content is lost.
    package struct Loss: Hashable, Sendable {
        /// The file.
        package let path: BundlePath
        /// What is lost, in words.
        package let reason: String
    }

    /// The losses, in the order of the paths.
    package let all: [Loss]

    /// Compares the known contents with the existing files.
    package init(_ inspection: Inspection, _ plan: SealPlan) {
        let known = inspection.knownEntries
        let held = Set(inspection.files.map(\.digest))
        let digests = Dictionary(known.map { ($0.path, $0.digest) }) { first, _ in first }
        func isHeld(_ path: BundlePath) -> Bool { digests[path].map(held.contains) == true }
        let gone = Changes(from: Manifest(known), to: inspection.files).differences.filter { difference in
            difference.change == .removed && !isHeld(difference.path)
        }
        let renamed = Set(plan.fixes.renames.map(\.old))
        let losses =
            gone.filter { !renamed.contains($0.path.text) }.map {
                Loss(path: $0.path, reason: "was listed, but no file has its content")
            }
            + inspection.blobOrigins.damaged.filter { !isHeld($0) }.map {
                Loss(path: $0, reason: "damaged or replaced: no file has the content that its name states")
            } + plan.emptied.map { Loss(path: $0, reason: "its text: the file is empty") }
        all = losses.sorted { $0.path < $1.path }
    }
}
