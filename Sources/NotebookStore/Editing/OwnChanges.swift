import CSystem
import Cores
package import NotebookFiles
public import NotebookFormat
import NotebookText
import Synchronization

/// The changes that this program made, so that they are not reported as changes by others.
///
/// A storage and its copies share the same value.
package final class OwnChanges: Sendable {
    private struct State {
        var isWatched = false
        var written: [BundlePath: Digest?] = [:]
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
    }

    private let state = Mutex(State())

    /// No changes.
    package init() {}

    /// Whether changes are recorded.
    package var isWatched: Bool { state.withLock { $0.isWatched } }

    /// Tells a listener of each change from now on; returns the number with which it leaves.
    func add(_ listener: AsyncStream<Void>.Continuation) -> Int {
        state.withLock { state in
            state.isWatched = true
            state.lastListener += 1
            state.listeners[state.lastListener] = listener
            return state.lastListener
        }
    }

    /// Tells a listener of no more changes.
    func remove(_ listener: Int) { state.withLock { $0.listeners[listener] = nil } }

    /// Starts to record changes.
    func watch() { state.withLock { $0.isWatched = true } }

    /// Records a change of a notebook, and returns the paths of the changed files.
    @discardableResult
    package func record(_ before: Manifest, _ after: NotebookListing) -> [BundlePath] {
        let change = NotebookChange(from: before, to: after)
        state.withLock { state in
            for path in change.added + change.changed { state.written[path] = after.manifest[path]?.digest }
            for path in change.removed { state.written[path] = .some(nil) }
            for listener in state.listeners.values { listener.yield() }
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

/// A change of a notebook by others, or its content when watching begins.
public struct NotebookChange: Sendable {
    /// The manifest after the change.
    public let listing: NotebookListing
    /// New files.
    public internal(set) var added: [BundlePath]
    /// Files whose content changed.
    public internal(set) var changed: [BundlePath]
    /// Deleted files.
    public internal(set) var removed: [BundlePath]

    init(from old: Manifest, to listing: NotebookListing) {
        let new = listing.manifest
        self.listing = listing
        added = new.entries.paths.filter { old[$0] == nil }
        changed = new.entries.filter { entry in old[entry.path].map { $0.digest != entry.digest } ?? false }.map(\.path)
        removed = old.entries.paths.filter { new[$0] == nil }
    }

    /// A change of listed files that the manifest does not show yet.
    init(_ listing: NotebookListing, changed: [BundlePath], removed: [BundlePath]) {
        self.listing = listing
        self.added = []
        self.changed = changed
        self.removed = removed
    }

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

/// The current edits and reads of this process: edits by thread, and both by the tasks that they start.
///
/// Without it, a thread that reads the notebook that it is editing, or a task that edits the one that it is reading,
/// would wait for its own lock.
package enum OwnEdits {
    private struct Edit {
        let identity: String
        let files: any FileOperations
    }

    private static let underWay = Mutex<[UInt: [Edit]]>([:])

    /// Calls `body` as an edit of a notebook, on the calling thread.
    package static func during<Result>(
        _ identity: String, _ files: any FileOperations, _ body: () throws -> Result
    ) rethrows -> Result {
        let thread = csystem_thread()
        underWay.withLock { $0[thread, default: []].append(Edit(identity: identity, files: files)) }
        defer {
            underWay.withLock { underWay in
                _ = underWay[thread]?.popLast()
                if underWay[thread]?.isEmpty == true { underWay[thread] = nil }
            }
        }
        return try during(Call(isEdit: true) { identity }, body)
    }

    /// A read or an edit, which is known to the tasks that it starts.
    private final class Call: Sendable {
        let isEdit: Bool
        let identity: @Sendable () -> String
        let isOver = Atomic(false)

        init(isEdit: Bool, _ identity: @escaping @Sendable () -> String) {
            (self.isEdit, self.identity) = (isEdit, identity)
        }
    }

    private static func during<Result>(_ call: Call, _ body: () throws -> Result) rethrows -> Result {
        // A task may outlive the call.
        defer { call.isOver.store(true, ordering: .sequentiallyConsistent) }
        return try BackgroundJob.$outerCalls.withValue(BackgroundJob.outerCalls + [call], operation: body)
    }

    /// Calls `body` as a read of a notebook.
    package static func duringRead<Result>(
        _ identity: @escaping @Sendable () -> String, _ body: () throws -> Result
    ) rethrows -> Result {
        try during(Call(isEdit: false, identity), body)
    }

    /// Makes sure that the calling code may edit a notebook: it does not run within an edit or a read of it, nor does
    /// the code that started its task, as long as that goes on.
    ///
    /// - Throws: `NotebookError.editInEdit` or `.editInRead`.
    package static func check(_ identity: () -> String, shown name: () -> String) throws(NotebookError) {
        let outer = BackgroundJob.outerCalls.compactMap { $0 as? Call }
        let calls = outer.filter { !$0.isOver.load(ordering: .sequentiallyConsistent) }
        guard !calls.isEmpty else { return }
        let identity = identity()
        guard let call = calls.last(where: { $0.identity() == identity }) else { return }
        throw call.isEdit ? .editInEdit(name()) : .editInRead(name())
    }

    /// The files of a notebook that the calling thread is editing; `nil` if it is not.
    static func files(of identity: () -> String) -> (any FileOperations)? {
        let thread = csystem_thread()
        guard let edits = underWay.withLock({ $0[thread] }) else { return nil }
        let identity = identity()
        return edits.last { $0.identity == identity }?.files
    }
}
