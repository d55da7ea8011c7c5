import NotebookFormat

/// The changes of a notebook by others, from the moment on at which they were asked for; it ends when the task is cancelled.
///
/// The notebook is looked at again and again; changes that follow each other closely come as one. What is looked at is the
/// list of the files, and of the notes and cards in it the size and the time of the last change (in whole seconds), so that
/// what an editor writes is told before it is sealed; a file is read only where these differ. What was changed through the
/// value that was asked, or a copy of it, is not told. New files that nobody has listed yet are told when they are sealed.
public struct NotebookChanges<Storage: NotebookStorage>: AsyncSequence, Sendable {
    private let storage: Storage
    private let interval: Duration
    private let start: Watched?

    init(_ storage: Storage, _ interval: Duration) {
        self.storage = storage
        self.interval = interval
        storage.ownChanges.watch()
        start = Watched(storage)
    }

    /// Waits for what follows the moment at which the changes were asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(storage: storage, interval: interval, last: start) }

    /// Waits for the next change.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let storage: Storage
        fileprivate let interval: Duration
        fileprivate var last: Watched?

        /// The next change; `nil` when the task is cancelled.
        ///
        /// While the notebook cannot be read, it waits on; if it could not be read from the start, the first time that it
        /// can is the start.
        public mutating func next() async throws -> NotebookChange? {
            while !Task.isCancelled {
                if let change = look(), !change.isEmpty { return change }
                do { try await Task.sleep(for: interval) } catch { return nil }
            }
            return nil
        }

        private mutating func look() -> NotebookChange? {
            guard let before = last else {
                last = Watched(storage)
                return nil
            }
            guard let now = Watched(storage, after: before) else { return nil }
            last = now
            guard now.notebook.fingerprint == before.notebook.fingerprint else {
                return NotebookChange(from: before.notebook.manifest, to: now.notebook)
                    .without(storage.ownChanges, before, now.notebook.manifest)
            }
            return NotebookChange(
                now.notebook.fingerprint, changed: now.edited(since: before), removed: now.gone(since: before))
        }
    }
}

extension NotebookStorage {
    /// What others do to the notebook from now on.
    ///
    /// - Parameter interval: How often it is looked at.
    public func changes(every interval: Duration = .seconds(1)) -> NotebookChanges<Self> {
        NotebookChanges(self, interval)
    }
}

extension NotebookChange {
    /// The change without what the program did itself, and what was told before.
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
