import NotebookFormat

/// The changes of a notebook by others, from the moment on at which they were asked for; it ends when the task is
/// cancelled.
///
/// The notebook is looked at again and again; changes that follow each other closely come as one. What is looked at is
/// the list of the files, and of the notes and cards in it the size and the time of the last change (in whole
/// seconds), so that what an editor writes is reported before it is sealed; a file is read only where these differ.
/// What was changed through the value that was asked, or a copy of it, is not reported. New files that are not listed
/// yet are reported when they are sealed.
public struct NotebookChanges: AsyncSequence, Sendable {
    private let storage: any NotebookStorage
    private let interval: Duration
    private let start: Watched?
    private let beginsWithAll: Bool

    init(_ storage: any NotebookStorage, _ interval: Duration, beginsWithAll: Bool) {
        self.storage = storage
        self.interval = interval
        self.beginsWithAll = beginsWithAll
        storage.ownChanges.watch()
        start = Watched(storage)
    }

    /// Waits for what follows the moment at which the changes were asked for.
    public func makeAsyncIterator() -> Iterator {
        Iterator(storage: storage, interval: interval, last: start, owesAll: beginsWithAll)
    }

    /// Waits for the next change.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let storage: any NotebookStorage
        fileprivate let interval: Duration
        fileprivate var last: Watched?
        /// Whether it still has to tell what was there at the start.
        fileprivate var owesAll: Bool

        /// The next change; `nil` when the task is cancelled.
        ///
        /// While the notebook cannot be read, it waits on; if it could not be read from the start, the first time that
        /// it can is the start. Does not block: it looks at the files on a thread that may wait.
        ///
        /// - Throws: never.
        public mutating func next() async throws -> NotebookChange? {
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
                last = try? await Background.run { Watched(storage) }
                return owesAll ? last.map { NotebookChange(from: Manifest([Entry]()), to: $0.notebook) } : nil
            }
            guard !owesAll else { return NotebookChange(from: Manifest([Entry]()), to: before.notebook) }
            guard let now = try? await Background.run({ Watched(storage, after: before) }) else { return nil }
            last = now
            guard now.notebook.fingerprint == before.notebook.fingerprint else {
                return NotebookChange(from: before.notebook.manifest, to: now.notebook)
                    .without(storage.ownChanges, before, now.notebook.manifest)
            }
            return NotebookChange(
                now.notebook, changed: now.edited(since: before), removed: now.gone(since: before))
        }
    }
}

extension NotebookStorage {
    /// What others do to the notebook from now on.
    ///
    /// Blocks for a first look at the notebook.
    ///
    /// - Parameters:
    ///   - interval: How often it is looked at.
    ///   - beginsWithAll: Whether the first value comes at once and tells all that is there as added.
    public func changes(every interval: Duration = .seconds(1), beginningWithAll beginsWithAll: Bool = false)
        -> NotebookChanges
    {
        NotebookChanges(self, interval, beginsWithAll: beginsWithAll)
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
