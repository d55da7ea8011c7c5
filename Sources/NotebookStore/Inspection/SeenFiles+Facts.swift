import NotebookFiles
import NotebookFormat

extension SeenFiles {
    /// Records the result of a pass over some files.
    ///
    /// - Parameters:
    ///   - stamps: The marks of the files, taken before they were read.
    ///   - time: Files changed since then are left out, in nanoseconds since 1970.
    ///   - known: Earlier records, from which unchanged files get their names.
    init(
        _ facts: [FileFact], _ stamps: [BundlePath: FileMark], unchangedSince time: Int64,
        known: SeenFiles = SeenFiles()
    ) {
        var files: [BundlePath: Seen] = [:]
        files.reserveCapacity(facts.count)
        for fact in facts {
            guard let stamp = stamps[fact.path], stamp.size == fact.size, stamp.isOlder(than: time) else { continue }
            files[fact.path] = Seen(
                stamp: stamp, digest: fact.digest, names: known.seen(fact.path, stamp)?.names)
        }
        self.init(files)
    }
}
