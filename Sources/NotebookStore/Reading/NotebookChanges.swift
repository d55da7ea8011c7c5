import Cores
import NotebookFiles
import NotebookFormat
import NotebookText

/// The changes that others make to a notebook, from the moment of the call until the task is cancelled.
///
/// Polls the notebook, and reports changes in quick succession as one. Polling reads the list of files, and what the
/// directory says of notes and cards, so that it reports an editor's change before the change is sealed; it reads a file
/// only if that differs (`FileMark`). It does not report changes made through the value that it was
/// called on, or a copy of it. It reports new unlisted files once they are sealed.
package struct NotebookChanges: AsyncSequence, Sendable {
    private let storage: any NotebookStorage
    private let interval: Duration
    private let start: Watched?
    private let beginsWithAll: Bool

    /// Watches a notebook.
    ///
    /// - Parameter start: Its state now; `nil` if it cannot be read.
    fileprivate init(_ storage: any NotebookStorage, _ interval: Duration, from start: Watched?, beginsWithAll: Bool) {
        self.storage = storage
        self.interval = interval
        self.start = start
        self.beginsWithAll = beginsWithAll
    }

    /// Waits for changes after the moment of the call.
    package func makeAsyncIterator() -> Iterator {
        Iterator(storage: storage, interval: interval, last: start, owesAll: beginsWithAll)
    }

    /// Waits for the next change.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let storage: any NotebookStorage
        fileprivate let interval: Duration
        fileprivate var last: Watched?
        /// Whether the initial content has yet to be reported.
        fileprivate var owesAll: Bool

        /// The next change; `nil` when the task is cancelled.
        ///
        /// Keeps waiting while the notebook cannot be read; if it could not be read at the start, the first successful
        /// reading is the start. Does not block: it reads on a background thread.
        package mutating func next() async -> NotebookChange? {
            while !Task.isCancelled {
                if let change = await look(), !change.isEmpty || owesAll {
                    owesAll = false
                    return change
                }
                do { try await Task.sleep(for: interval) } catch { return nil }
            }
            return nil
        }

        private mutating func look() async -> NotebookChange? {
            let storage = storage
            guard let before = last else {
                last = try? await BackgroundJob.run { Watched(storage) }
                return owesAll ? last.map { NotebookChange(from: Manifest([Entry]()), to: $0.listing) } : nil
            }
            guard !owesAll else { return NotebookChange(from: Manifest([Entry]()), to: before.listing) }
            guard let now = try? await BackgroundJob.run({ Watched(storage, after: before) }) else { return nil }
            last = now
            guard now.listing.fingerprint == before.listing.fingerprint else {
                return NotebookChange(from: before.listing.manifest, to: now.listing)
                    .without(storage.ownChanges, before, now.listing.manifest)
            }
            return NotebookChange(
                now.listing, changed: now.edited(since: before), removed: now.gone(since: before))
        }
    }
}

extension NotebookStorage {
    /// The changes that others make from now on: after the first reading of the notebook, for which the call waits.
    ///
    /// Does not block.
    ///
    /// - Parameters:
    ///   - interval: How often to poll.
    ///   - beginsWithAll: Whether the first value comes at once and reports all content as added.
    package func changes(
        every interval: Duration = .seconds(1), beginningWithAll beginsWithAll: Bool = false
    ) async -> NotebookChanges {
        ownChanges.watch()
        // A cancelled task reads nothing, and gets no changes.
        let start = try? await BackgroundJob.run { Watched(self) }
        return NotebookChanges(self, interval, from: start, beginsWithAll: beginsWithAll)
    }
}

extension NotebookChange {
    /// The change without the program’s own changes and those reported before.
    func without(_ own: OwnChanges, _ before: Watched, _ manifest: Manifest) -> NotebookChange {
        var rest = self
        rest.added.removeAll { own.wrote($0, manifest[$0]?.digest) }
        rest.changed.removeAll {
            own.wrote($0, manifest[$0]?.digest) || before.outside[$0] == manifest[$0]?.digest
        }
        rest.removed.removeAll { own.wrote($0, nil) }
        return rest
    }
}

/// The state of a notebook at one time: its manifest, and the marks of its items.
struct Watched: Sendable {
    let listing: NotebookListing
    private let marks: [BundlePath: FileMark]
    /// Items that other programs changed after they were listed, with the digests of their content.
    let outside: [BundlePath: Digest]

    /// Reads the state of a notebook; `nil` if it cannot be read.
    init?(_ storage: some NotebookStorage, after before: Watched? = nil) {
        let start = SystemCall.clock
        guard let listing = try? storage.read(\.listing),
            let identities = try? storage.identities(of: listing.items)
        else { return nil }
        self.listing = listing
        marks = identities.mapValues { FileMark($0, lookedAt: start) }
        guard let before, before.listing.fingerprint == listing.fingerprint else {
            outside = [:]
            return
        }
        var outside = before.outside
        for (path, identity) in identities where before.marks[path]?.holds(for: identity) != true {
            guard let bytes = try? storage.read({ try $0.content(of: path) }) else { continue }
            let digest = Digest.of(bytes)
            outside[path] = listing.manifest[path]?.digest == digest ? nil : digest
        }
        self.outside = outside
    }

    /// Items whose content differs from that at an earlier time, while the manifest is the same.
    func edited(since before: Watched) -> [BundlePath] {
        Set(outside.keys).union(before.outside.keys).filter { outside[$0] != before.outside[$0] }.sorted()
    }

    /// Whether the notebook has changed since an earlier time.
    func differs(from before: Watched) -> Bool {
        listing.fingerprint != before.listing.fingerprint || outside != before.outside
            || !gone(since: before).isEmpty
    }

    /// Items that existed at an earlier time and are gone, while the manifest is the same.
    func gone(since before: Watched) -> [BundlePath] {
        before.marks.keys.filter { marks[$0] == nil }.sorted()
    }
}
