import NotebookFiles
import NotebookFormat

/// What an inspection need not read because an earlier one did, and what it finds now.
///
/// Remembers only files that match the manifest, because there is nothing else to find out about them.
final class FileMemory {
    let manifest: Inspection.Reading<Manifest>
    private let known: SeenFiles
    private let start: Int64
    private var identities: [BundlePath: FileIdentity] = [:]

    /// A memory of an earlier inspection.
    ///
    /// - Parameter start: The start of the inspection: changes after it may not be recognizable.
    init(_ known: SeenFiles, manifest: Inspection.Reading<Manifest>, start: Int64) {
        self.known = known
        self.manifest = manifest
        self.start = start
    }

    /// The fact about a file that is unchanged and matches the manifest; `nil` if it must be read.
    func fact(of path: BundlePath, _ file: TreeFile) -> FileFact? {
        guard let identity = file.identity, file.storedPath == nil, path != .notebook else { return nil }
        identities[path] = identity
        guard let digest = known.digest(of: path, identity), manifest.value?[path]?.digest == digest else { return nil }
        return FileFact(path: path, size: file.size, digest: digest, item: nil)
    }

    /// What was found now, if it differs from what was known.
    func news(_ facts: [FileFact]) -> SeenFiles? {
        let seen = SeenFiles(facts, identities, unchangedSince: start, known: known)
        return seen == known ? nil : seen
    }
}
