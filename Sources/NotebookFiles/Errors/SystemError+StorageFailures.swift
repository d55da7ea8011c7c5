public import NotebookFormat
import NotebookText

extension SystemError: Failure {
    /// The remedy, which depends on the reason.
    public var remedy: Remedy? {
        if operation == .write, path == Self.standardOutput {
            return "only the output is incomplete; see what was done before you try again"
        }
        guard [.create, .rename].contains(operation), SystemCall.meansRefusedName(code) else {
            return SystemCall.hint(for: code).map { Remedy($0) }
        }
        return "this disk may not accept the name; use plain letters and digits, or another disk"
    }
}

extension LockError: Failure {
    /// Who holds the lock, or that the medium cannot lock.
    public var description: String {
        switch self {
        case .busy(let path, let holder): "\(path) is in use by \(holder ?? "another process")"
        case .unsupported(let path, let code): "cannot lock \(path): \(SystemCall.reason(of: code))"
        }
    }

    /// What to do about it.
    public var remedy: Remedy? {
        switch self {
        case .busy: "try again when it has finished, or \(.waitLonger)"
        case .unsupported: "if nobody else uses the notebook, \(.doWithoutLock)"
        }
    }
}

extension StoreError: Failure {
    /// What to do about it.
    public var remedy: Remedy? {
        switch self {
        case .failed(let error): error.remedy
        case .obstructed(let obstacle): Remedy(obstacle.hint)
        case .changedMeanwhile: "try again"
        case .unconfirmed: "check the disk, and \(.recover) to see what was saved"
        case .unreadableJournal(let problem, _) where problem.kind == .newerVersion:
            "use a newer version of this program"
        case .unreadableJournal, .unrecoverable:
            "\(.repair) to set it aside and accept the files as they are, or \(.repairCopy)"
        case .unfinished(let error) where error.meansInterrupted: "the next change completes it"
        case .unfinished(let error) where error.meansMisplaced, .incomplete(let error) where error.meansMisplaced:
            "move what is in the way of \(error.path) to another place; the next change then completes it. Or \(.undo)"
        case .unfinished, .incomplete:
            "\(.undo), or let somebody who may change that file make any change, which completes it"
        }
    }

    /// Whether the notebook itself is damaged.
    public var isFinding: Bool {
        switch self {
        case .unreadableJournal(let problem, _): problem.kind != .newerVersion
        case .unrecoverable: true
        default: false
        }
    }
}

extension FileTooLong: Failure {
    /// The file and the limit.
    public var description: String { "\(path) is longer than \(limit) bytes" }

    /// What to do about it.
    public var remedy: Remedy? { "shorten or split it" }
}
