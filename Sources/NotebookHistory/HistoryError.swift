package import NotebookFiles
package import NotebookFormat
package import NotebookText

/// Why the history cannot do something.
package enum HistoryError: Error, Hashable, Sendable {
    /// There is no change left to undo or redo.
    case nothingTo(Direction)
    /// The history has no change with this number.
    case noSuchChange(Int)
    /// The record of the change with this number, which is meant or may stand in the way, cannot be read.
    case unreadable(Direction, change: Int)
    /// The history does not reach back to this moment.
    case unknownMoment(String)
    /// The moment is before the notebook was made, at this time.
    case beforeBeginning(Timestamp)
    /// Another change has already undone this change.
    case undoneAlready(Int, by: Int)
    /// A file was changed after the change that is to be undone: by the change with this number, or by other programs.
    case changedSince(BundlePath, change: Int, by: Int?, verb: String?)
    /// The history lacks the content that a file had before a change.
    case contentUnknown(BundlePath, change: Int)
    /// Another program changed a file that would be replaced, and nobody has sealed that.
    case notSealed(BundlePath)
    /// What a change replaced was deleted permanently.
    case destroyed(BundlePath, change: Int)
    /// Between these changes, somebody changed the notebook without keeping a history.
    case gap(after: Int, before: Int?)
    /// The reconstructed state does not have the recorded fingerprint.
    case untrue(Int)

    /// Which way to go through the history.
    package enum Direction: Hashable, Sendable {
        case undo
        case redo
    }
}

extension HistoryError {
    /// Whether what a change replaced was deleted permanently.
    var isAboutDestroyed: Bool { if case .destroyed = self { true } else { false } }
}

extension HistoryError: Failure {
    package var code: FailureCode {
        switch self {
        case .changedSince, .notSealed: .changedMeanwhile
        case .undoneAlready: .invalid
        case .untrue, .unreadable: .damaged
        default: .notFound
        }
    }

    /// The error in one line.
    package var description: String {
        switch self {
        case .nothingTo(.undo): "there is nothing to undo"
        case .nothingTo(.redo): "there is nothing to redo"
        case .noSuchChange(let number): "the history has no change \(number)"
        case .unreadable(.undo, let number): "cannot undo: the record of change \(number) cannot be read"
        case .unreadable(.redo, let number): "cannot redo: the record of change \(number) cannot be read"
        case .unknownMoment(let text): "the history does not know \(PrintableText.quoted(text))"
        case .beforeBeginning(let time): "this notebook begins on \(time)"
        case .undoneAlready(let number, let other): "change \(number) was already undone by change \(other)"
        case .changedSince(let path, let number, let other?, let verb):
            "cannot undo change \(number): \(PrintableText.escaped(path.text)) was changed since, by change \(other)"
                + (verb.map { " (\(PrintableText.escaped($0)))" } ?? "")
        case .changedSince(let path, let number, nil, _):
            "cannot undo change \(number): \(PrintableText.escaped(path.text)) was changed since, by another program"
        case .contentUnknown(let path, let number):
            "cannot go back before change \(number): nobody knows what \(PrintableText.escaped(path.text)) was then, since it was deleted permanently, another program changed it, or the history was cleared"
        case .notSealed(let path):
            "cannot replace \(PrintableText.escaped(path.text)): another program changed it, and the history does not have that yet"
        case .destroyed(let path, let number):
            "cannot undo change \(number): it deleted \(PrintableText.escaped((TrashedPath(path)?.oldPath ?? path).text)) permanently"
        case .gap(let after, let before?):
            "another program changed the notebook between changes \(after) and \(before), so what was before is unknown"
        case .gap(let after, nil):
            "another program changed the notebook after change \(after), so what was before is unknown"
        case .untrue(let number): "what the history has of change \(number) does not match its fingerprint"
        }
    }

    /// What to do about it.
    package var remedy: Remedy? {
        switch self {
        case .nothingTo, .noSuchChange, .unknownMoment, .beforeBeginning, .undoneAlready: "\(.listHistory)"
        case .unreadable: "\(.validate) to see why"
        case .notSealed: "\(.seal) to accept that"
        case .changedSince(_, _, .some, _): "undo the later change first, or \(.restorePast)"
        case .changedSince(_, _, nil, _): "\(.restorePast)"
        case .contentUnknown, .destroyed: "another change can be undone by its number; \(.listHistory)"
        case .gap, .untrue: "if the notebook is in git, its older versions are there"
        }
    }

    /// Always true: nothing is wrong with the notebook, and nothing was done.
    package var isFinding: Bool {
        switch self {
        case .untrue: false
        default: true
        }
    }
}
