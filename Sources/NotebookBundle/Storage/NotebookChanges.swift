public import NotebookFormat

/// What others did to a notebook.
public struct NotebookChange: Sendable, Equatable {
    /// The notebook after the change.
    public let fingerprint: Digest
    /// Files that are new.
    public let added: [BundlePath]
    /// Files whose content is another one.
    public let changed: [BundlePath]
    /// Files that are gone.
    public let removed: [BundlePath]

    init(from old: Manifest, to notebook: Notebook) {
        let new = notebook.manifest
        fingerprint = notebook.fingerprint
        added = new.entries.map(\.path).filter { old[$0] == nil }
        changed = new.entries.filter { entry in old[entry.path].map { $0.digest != entry.digest } ?? false }.map(\.path)
        removed = old.entries.map(\.path).filter { new[$0] == nil }
    }
}

/// The changes of a notebook from the moment on at which somebody begins to wait for them; it ends when the task is
/// cancelled.
///
/// The notebook is looked at again and again; changes that follow each other closely come as one.
public struct NotebookChanges<Storage: NotebookStorage>: AsyncSequence, Sendable {
    private let storage: Storage
    private let interval: Duration

    init(_ storage: Storage, _ interval: Duration) {
        self.storage = storage
        self.interval = interval
    }

    /// Begins to wait.
    public func makeAsyncIterator() -> Iterator {
        Iterator(storage: storage, interval: interval, last: try? storage.open())
    }

    /// Waits for the next change.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let storage: Storage
        fileprivate let interval: Duration
        fileprivate var last: Notebook?

        /// The next change; `nil` when the task is cancelled.
        ///
        /// While the notebook cannot be read, it waits on.
        public mutating func next() async throws -> NotebookChange? {
            while !Task.isCancelled {
                if let notebook = try? storage.open(), notebook.fingerprint != last?.fingerprint {
                    defer { last = notebook }
                    return NotebookChange(from: last?.manifest ?? Manifest([Entry]()), to: notebook)
                }
                do { try await Task.sleep(for: interval) } catch { return nil }
            }
            return nil
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
