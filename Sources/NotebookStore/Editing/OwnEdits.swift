package import NotebookFiles
import CSystem
import Synchronization

/// The current edits and reads of this process, by thread.
///
/// Without it, a thread that reads the notebook that it is editing, or edits the one that it is reading, would wait for
/// its own lock.
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
        return try body()
    }

    private static let read = Mutex<[UInt: [@Sendable () -> String]]>([:])

    /// Calls `body` as a read of a notebook, on the calling thread.
    package static func duringRead<Result>(
        _ identity: @escaping @Sendable () -> String, _ body: () throws -> Result
    ) rethrows -> Result {
        let thread = csystem_thread()
        read.withLock { $0[thread, default: []].append(identity) }
        defer {
            read.withLock { read in
                _ = read[thread]?.popLast()
                if read[thread]?.isEmpty == true { read[thread] = nil }
            }
        }
        return try body()
    }

    /// Makes sure that the calling thread may edit a notebook.
    ///
    /// - Throws: `NotebookError.editInEdit` or `.editInRead`.
    package static func check(_ identity: () -> String, shown name: () -> String) throws(NotebookError) {
        guard files(of: identity) == nil else { throw .editInEdit(name()) }
        let thread = csystem_thread()
        guard let reads = read.withLock({ $0[thread] }) else { return }
        let identity = identity()
        guard !reads.contains(where: { $0() == identity }) else { throw .editInRead(name()) }
    }

    /// The files of a notebook that the calling thread is editing; `nil` if it is not.
    static func files(of identity: () -> String) -> (any FileOperations)? {
        let thread = csystem_thread()
        guard let edits = underWay.withLock({ $0[thread] }) else { return nil }
        let identity = identity()
        return edits.last { $0.identity == identity }?.files
    }
}
