import Cores
import CSystem
package import NotebookFiles
import Synchronization

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
