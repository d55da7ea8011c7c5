package import NotebookText

/// Why a change of a bundle was not made, or not yet completed.
package enum StoreError: Error, Sendable {
    /// The operating system refused something before the change was committed: nothing has changed.
    case failed(SystemError)
    /// A file cannot be changed, as a look before the commit shows: nothing has changed.
    case obstructed(ChangeObstacle)
    /// A file was changed after the change was prepared: nothing has changed.
    case changedMeanwhile(String)
    /// The change is in the journal, but the disk did not confirm it: it may or may not survive a power cut.
    case unconfirmed(SystemError)
    /// The change is saved in the journal, but completing it failed: undoing takes it back, and any change by a user or a
    /// program that can complete it does so first.
    case unfinished(SystemError)
    /// The journal of an interrupted change is invalid: nothing was touched.
    case unreadableJournal(TextProblem, TextPosition)
    /// The bundle is in neither state of the interrupted change: nothing was touched.
    case unrecoverable(String)
    /// The interrupted change is committed, but completing it failed; it will be tried again.
    case incomplete(SystemError)
}

extension StoreError: CustomStringConvertible {
    /// The error in one line.
    package var description: String {
        switch self {
        case .failed(let error): "\(error); nothing has changed"
        case .obstructed(let obstacle): "cannot change \(obstacle.path): \(obstacle.words); nothing has changed"
        case .changedMeanwhile(let path): "\(path) was changed by another program meanwhile; nothing has changed"
        case .unconfirmed(let error): "\(error); the change is in the journal, but the disk did not confirm it"
        case .unfinished(let error): "\(error); the change is saved, but could not be completed"
        case .unreadableJournal(let problem, let position):
            ".bundle/journal:\(position.line):\(position.column): \(problem.message); nothing was changed"
        case .unrecoverable(let reason): "an interrupted change can be neither completed nor undone: \(reason)"
        case .incomplete(let error): "an interrupted change could not be completed: \(error)"
        }
    }
}
