import NotebookFiles
import NotebookFormat

extension SeenFiles {
    /// Records the result of a pass over some files.
    ///
    /// - Parameters:
    ///   - identities: The identities of the files, taken before they were read.
    ///   - time: Files changed since then are left out, in nanoseconds since 1970.
    ///   - known: Earlier records, from which unchanged files get their names.
    init(
        _ facts: [FileFact], _ identities: [BundlePath: FileIdentity], unchangedSince time: Int64,
        known: SeenFiles = SeenFiles()
    ) {
        var files: [BundlePath: Seen] = [:]
        files.reserveCapacity(facts.count)
        for fact in facts {
            guard let identity = identities[fact.path], identity.size == fact.size, identity.isOlder(than: time) else {
                continue
            }
            files[fact.path] = Seen(
                identity: identity, digest: fact.digest, names: known.seen(fact.path, identity)?.names)
        }
        self.init(files)
    }
}
