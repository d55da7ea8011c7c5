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
    /// What is known of the staged files.
    private let staged = Mutex<[Staged]>([])

    private struct Staged: Sendable {
        /// What it is before it gets its place; `nil` if it was written just before, so that a later change might not show.
        let identity: FileIdentity?
        /// When it had its place, in nanoseconds since 1970.
        var time: Int64 = 0
    }

    /// The files of a change, in the order of their paths; `nil` if they are so few that they are read again more quickly.
    init?(_ written: [Draft.Written], _ files: any FileOperations, _ cache: NotebookCache) {
        guard written.count > UnchangedFiles.mostToRead else { return nil }
        (self.written, self.files, self.cache) = (written, files, cache)
    }

    /// Looks at the staged files, before they get their places.
    func lookAtStagedFiles() {
        let names = NameList(written.indices.map { Array(Store.staged($0).name) })
        let now = SystemCall.clock
        let statuses = (try? files.statuses(of: names, in: Store.staging)) ?? []
        let found = statuses.map { status in
            Staged(identity: status?.identity.flatMap { cache.isSettled($0, at: now) ? $0 : nil })
        }
        staged.withLock { $0 = found }
    }

    /// Records that a file just got its place.
    func place(_ number: Int) {
        staged.withLock { if $0.indices.contains(number) { $0[number].time = SystemCall.clock } }
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
            // Who sets the time of the content back changes that of the metadata.
            guard let identity = status?.identity, let earlier = before.identity, identity.isUnchanged(since: earlier),
                !identity.isChanged(after: before.time), cache.isSettled(identity, at: now)
            else { continue }
            let path = file.entry.path
            // Another name of a file may have been written before, and the description is never cached.
            guard !file.file.isLinked, path != .notebook else { continue }
            var seen = SeenFiles.Seen(identity: identity, digest: file.file.digest)
            if file.hasSameText, let text = file.replaces {
                let earlier = known.lastSeen(path)
                seen.names = read[text] ?? (earlier?.digest == text ? earlier?.names : nil)
            }
            news.append((path, seen))
        }
        guard news.count > UnchangedFiles.mostToRead else { return }
        cache.save(known.updating(news, listedIn: manifest))
    }
}
