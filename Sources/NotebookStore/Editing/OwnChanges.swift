import NotebookFormat
import Synchronization

/// The changes that this program made, so that they are not reported as changes by others.
///
/// A storage and its copies share the same value.
public final class OwnChanges: Sendable {
    private struct State {
        var isWatched = false
        var written: [BundlePath: Digest?] = [:]
    }

    private let state = Mutex(State())

    /// No changes.
    public init() {}

    /// Whether changes are recorded.
    var isWatched: Bool { state.withLock { $0.isWatched } }

    /// Starts to record changes.
    func watch() { state.withLock { $0.isWatched = true } }

    /// Records a change of a notebook.
    func note(_ before: Notebook, _ after: Notebook) {
        let change = NotebookChange(from: before.manifest, to: after)
        state.withLock { state in
            for path in change.added + change.changed { state.written[path] = after.manifest[path]?.digest }
            for path in change.removed { state.written[path] = .some(nil) }
        }
    }

    /// Whether the program's last change of a file gave it this content, or deleted it.
    func wrote(_ path: BundlePath, _ digest: Digest?) -> Bool {
        state.withLock { state in state.written[path].map { $0 == digest } ?? false }
    }
}
