import NotebookFormat
import Synchronization

/// What the program itself wrote, so that it is not reported as a change by others.
///
/// A storage has one, and so have its copies.
public final class OwnChanges: Sendable {
    private struct State {
        var isWatched = false
        var written: [BundlePath: Digest?] = [:]
    }

    private let state = Mutex(State())

    /// Nothing yet.
    public init() {}

    /// Whether changes are awaited; before that nothing is noted.
    var isWatched: Bool { state.withLock { $0.isWatched } }

    /// Begins to note changes.
    func watch() { state.withLock { $0.isWatched = true } }

    /// Notes how a notebook was changed.
    func note(_ before: Notebook, _ after: Notebook) {
        let change = NotebookChange(from: before.manifest, to: after)
        state.withLock { state in
            for path in change.added + change.changed { state.written[path] = after.manifest[path]?.digest }
            for path in change.removed { state.written[path] = .some(nil) }
        }
    }

    /// Whether the last that the program did with a file was to give it this content, or to delete it.
    func wrote(_ path: BundlePath, _ digest: Digest?) -> Bool {
        state.withLock { state in state.written[path].map { $0 == digest } ?? false }
    }
}
