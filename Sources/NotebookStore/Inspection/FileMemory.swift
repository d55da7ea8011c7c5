import NotebookFormat

/// What an inspection need not read, since it was seen before, and what it sees.
///
/// Only of files that are what the manifest lists is nothing to be found out but that.
final class FileMemory {
    let manifest: Inspection.Reading<Manifest>
    private let known: SeenFiles
    private let start: Int64
    private var stamps: [BundlePath: FileMark] = [:]

    /// A memory of what was known before.
    ///
    /// - Parameter start: What is changed from then on may be changed again without a sign of it.
    init(_ known: SeenFiles, manifest: Inspection.Reading<Manifest>, start: Int64) {
        self.known = known
        self.manifest = manifest
        self.start = start
    }

    /// The fact about a file that is as it was seen, and as it is listed; `nil` if it must be read.
    func fact(of path: BundlePath, _ file: TreeFile) -> FileFact? {
        guard let stamp = file.stamp, file.storedPath == nil, path != .notebook else { return nil }
        stamps[path] = stamp
        guard let digest = known.digest(of: path, stamp), manifest.value?[path]?.digest == digest else { return nil }
        return FileFact(path: path, size: file.size, digest: digest, item: nil)
    }

    /// What was seen now, if that is not what was known.
    func news(_ facts: [FileFact]) -> SeenFiles? {
        let seen = SeenFiles(facts, stamps, unchangedSince: start, known: known)
        return seen == known ? nil : seen
    }
}
