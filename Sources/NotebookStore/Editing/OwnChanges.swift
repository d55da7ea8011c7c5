package import NotebookFormat
import NotebookText
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
    package var isWatched: Bool { state.withLock { $0.isWatched } }

    /// Starts to record changes.
    func watch() { state.withLock { $0.isWatched = true } }

    /// Records a change of a notebook, and returns the paths of the changed files.
    @discardableResult
    package func record(_ before: Manifest, _ after: NotebookListing) -> [BundlePath] {
        let change = NotebookChange(from: before, to: after)
        state.withLock { state in
            for path in change.added + change.changed { state.written[path] = after.manifest[path]?.digest }
            for path in change.removed { state.written[path] = .some(nil) }
        }
        return change.added + change.changed + change.removed
    }

    /// Forgets what was recorded about files whose change was not made after all.
    package func forget(_ paths: [BundlePath]) {
        state.withLock { state in
            for path in paths { state.written[path] = nil }
        }
    }

    /// Whether the program's last change of a file gave it this content, or deleted it.
    func wrote(_ path: BundlePath, _ digest: Digest?) -> Bool {
        state.withLock { state in state.written[path].map { $0 == digest } ?? false }
    }
}
