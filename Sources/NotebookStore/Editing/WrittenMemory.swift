import NotebookFiles
import NotebookFormat
import NotebookText
import Synchronization

/// The files that a large change writes: what the cache knows about them afterwards need not be read from them.
final class WrittenMemory: Sendable {
    /// In the order in which the journal numbers them.
    private let written: [Draft.Written]
    private let files: any FileOperations
    private let cache: NotebookCache
    /// The paths from which files move.
    private let origins: [BundlePath: BundlePath]
    /// The identities of the staged files.
    private let staged = Mutex<[FileIdentity?]>([])

    /// The files of a change, in the order of their paths; `nil` if they are so few that they are read again more quickly.
    init?(
        _ written: [Draft.Written], from origins: [BundlePath: BundlePath], _ files: any FileOperations,
        _ cache: NotebookCache
    ) {
        guard written.count > UnchangedFiles.mostToRead else { return nil }
        (self.written, self.origins, self.files, self.cache) = (written, origins, files, cache)
    }

    /// Looks at the staged files, before they get their places.
    func lookAtStagedFiles() {
        let names = NameList(written.indices.map { Array(Store.staged($0).name) })
        let now = SystemCall.clock
        let statuses = (try? files.statuses(of: names, in: Store.staging)) ?? []
        // If one was written just before, a later change of it might not show.
        let identities = zip(written, statuses).map { file, status in
            status?.identity.flatMap { cache.isSettled($0, at: now, read: file.file.linked) ? $0 : nil }
        }
        staged.withLock { $0 = identities }
    }

    /// Lets the cache know the files that certainly are those that were staged.
    ///
    /// - Parameters:
    ///   - manifest: The manifest that lists them.
    ///   - known: What the cache knew before the change.
    func remember(_ manifest: Manifest, after known: SeenFiles) {
        let (staged, now) = (staged.withLock(\.self), SystemCall.clock)
        guard staged.count == written.count,
            let statuses = try? DirectoryScan.statuses(files, Manifest(written.map(\.entry)).entries)
        else { return }
        let read = cache.memory?.names ?? [:]
        var news: [SeenFiles.Row] = []
        news.reserveCapacity(written.count)
        for (file, (before, status)) in zip(written, zip(staged, statuses)) {
            guard let before, let identity = status?.identity, identity.isUnchanged(since: before),
                cache.isSettled(identity, at: now)
            else { continue }
            let path = file.entry.path
            var seen = SeenFiles.Seen(identity: identity, digest: file.file.digest)
            if let text = file.hasSameText ? file.replaces : seen.digest {
                let earlier = known.lastSeen(origins[path] ?? path)
                seen.names = read[text] ?? (earlier?.digest == text ? earlier?.names : nil)
            }
            news.append((path, seen))
        }
        guard news.count > UnchangedFiles.mostToRead else { return }
        cache.save(known.updating(news, listedIn: manifest))
    }
}
