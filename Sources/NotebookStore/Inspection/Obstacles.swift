package import NotebookFiles
import NotebookFormat
import Synchronization

/// The files that a pass over a notebook could not read.
package final class Obstacles: Sendable {
    private let errors = Mutex<[SystemError]>([])

    func record(_ error: SystemError) { errors.withLock { $0.append(error) } }

    /// The first error, and how many more there are; `nil` if everything could be read.
    package var failure: (any Failure)? {
        errors.withLock { errors in errors.first.map { UnreadFiles(first: $0, more: errors.count - 1) } }
    }
}

/// Files that could not be read.
private struct UnreadFiles: Failure {
    let first: SystemError
    let more: Int

    var description: String { "\(first)" + (more > 0 ? " (and \(more) more)" : "") }
    var remedy: Remedy? { first.remedy }
}
