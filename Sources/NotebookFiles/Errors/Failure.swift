package import Archives
public import NotebookFormat
public import NotebookText

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error to show to people: one line, a remedy, and whether the notebook's content is the cause.
///
/// All errors of the library conform to it. An app can decide by the `code`, show `localizedDescription` and `recoverySuggestion`, or
/// make buttons from the remedy's actions.
public protocol Failure: LocalizedError, CustomStringConvertible {
    /// What kind of error it is.
    var code: FailureCode { get }

    /// What to do about it; `nil` if unknown.
    var remedy: Remedy? { get }

    /// Whether the content has a problem or nothing was found, rather than that reading failed.
    var isFinding: Bool { get }
}

extension Failure {
    /// By default, what was found is damaged, or what was given is not valid.
    public var code: FailureCode { isFinding ? .damaged : .invalid }

    /// Most errors mean that reading failed.
    public var isFinding: Bool { false }

    /// What is wrong, in one line.
    public var errorDescription: String? { description }

    /// The remedy, as a sentence.
    public var recoverySuggestion: String? {
        guard let text = remedy?.description, let first = text.first else { return nil }
        return first.uppercased() + text.dropFirst() + (text.hasSuffix("?") ? "" : ".")
    }

    // Foundation's own defaults are not visible in files that do not import it.

    /// `nil`: the description contains the reason.
    public var failureReason: String? { nil }

    /// `nil`: there is no help book.
    public var helpAnchor: String? { nil }
}

extension ArchiveProblem: Failure {
    /// What kind of error it is.
    package var code: FailureCode {
        switch self {
        case .refused: .damaged
        case .failed(_, let code): SystemError(.read, "", code: code).kind
        case .exceeded, .unwritable: .invalid
        }
    }

    /// What to do about it.
    package var remedy: Remedy? {
        switch self {
        case .refused(let irregularity, _, _): irregularity.remedy
        case .exceeded(.members, _): "if you trust it, \(.allowMoreFiles)"
        case .exceeded(.expandedBytes, _): "if you trust it, \(.allowMoreBytes)"
        case .exceeded: "no notebook needs that much; get the archive again"
        case .failed(_, let code) where SystemCall.meansNothingThere(code): "check the path"
        // libarchive has no error number for it.
        case .failed(_, let code) where code < 0: nil
        case .failed(_, let code): SystemError(.read, "", code: code).remedy
        case .unwritable(let fault, _, _): fault.remedy
        }
    }

    /// Whether the archive itself is the cause.
    package var isFinding: Bool {
        if case .refused = self { true } else { false }
    }
}

extension ArchiveIrregularity {
    fileprivate var remedy: Remedy {
        switch self {
        case .notAnArchive: "archives of notebooks are zip or tar files"
        case .encrypted: "\(.unlock)"
        case .notEncrypted: "anybody could have added this file; get the archive again"
        case .wrongPassword: "check letter case and special characters; passwords are compared as UTF-8 bytes"
        case .directoryEncrypted:
            "the names in it cannot be read; make the archive again without encrypting names"
        default: "the archive is damaged or was forged; get it again"
        }
    }
}

extension ArchiveWritingFault {
    fileprivate var remedy: Remedy? {
        switch self {
        case .levelOutOfRange: "choose another level, or leave it to the format"
        case .notEncryptable: "choose zip, or leave out the password"
        case .emptyPassword: "choose a password of at least one character"
        case .pathTooLong: "use shorter names, or another format"
        case .sizeDiffers, .contentChanged: "try again when no other program changes the files"
        case .emptyPath, .pathWithNUL, .pathNotOfFile, .duplicatePath, .alreadyFinished: nil
        }
    }
}

// The errors of the format: what is wrong with a text, whoever wrote it.

extension PathProblem: Failure {
    /// What to do about it.
    package var remedy: Remedy? {
        switch self {
        case .empty, .component(_, .empty): "write the names of folders and file with one “/” between them"
        case .tooLong, .component(_, .tooLong): "use shorter names"
        case .tooDeep: "use fewer folders inside each other"
        case .component(_, .character): "leave out < > : \" \\ | ? * and invisible characters"
        case .component(_, .notText), .component(_, .notComposed): "write the name anew"
        case .component: "choose another name"
        }
    }
}

extension TextProblem: Failure {
    /// What is wrong, without the position.
    package var description: String { message }

    /// What to do about it.
    package var remedy: Remedy? {
        kind == .newerVersion ? "use a newer version of this program" : "fix it in a text editor"
    }
}

extension DailyNameProblem: Failure {
    /// What to do about it.
    package var remedy: Remedy? { "set it to a pattern such as YYYY-MM-DD" }
}

extension SystemError: Failure {
    /// The remedy, which depends on the reason.
    package var remedy: Remedy? {
        if operation == .write, path == Self.standardOutput {
            return "only the output is incomplete; see what was done before you try again"
        }
        if SystemCall.meansNothingThere(code), [.read, .create].contains(operation) {
            return operation == .read ? "check the path" : "check the path; its folder must exist"
        }
        if code == SystemCall.notAFile { return "something else has the name of a file; look at it, and move it away" }
        guard [.create, .rename].contains(operation), SystemCall.meansRefusedName(code) else {
            return SystemCall.hint(for: code).map { Remedy($0) }
        }
        return "this disk may not accept the name; use plain letters and digits, or another disk"
    }
}

extension SystemError {
    /// What kind of error it is; `code` is its number.
    fileprivate var kind: FailureCode { SystemCall.meansNothingThere(code) ? .notFound : .system }
}

extension Failure where Self == SystemError {
    /// What kind of error it is: nothing is there, or the system refused it.
    package var code: FailureCode { self.kind }
}

extension LockError: Failure {
    package var code: FailureCode { .locked }

    /// Who holds the lock, or that the medium cannot lock.
    package var description: String {
        switch self {
        case .busy(let path, let holder): "\(path) is in use by \(holder ?? "another process")"
        case .unsupported(let path, let code): "cannot lock \(path): \(SystemCall.reason(of: code))"
        }
    }

    /// What to do about it.
    package var remedy: Remedy? {
        switch self {
        case .busy: "try again when it has finished, or \(.waitLonger)"
        case .unsupported: "if nobody else uses the notebook, \(.doWithoutLock)"
        }
    }
}

extension StoreError: Failure {
    package var code: FailureCode {
        switch self {
        case .changedMeanwhile: .changedMeanwhile
        case .unreadableJournal, .unrecoverable: .damaged
        default: .system
        }
    }

    /// What to do about it.
    package var remedy: Remedy? {
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
    package var isFinding: Bool {
        switch self {
        case .unreadableJournal(let problem, _): problem.kind != .newerVersion
        case .unrecoverable: true
        default: false
        }
    }
}

extension FileTooLong: Failure {
    /// The file and the limit.
    package var description: String { "\(path) is longer than \(limit) bytes" }

    /// What to do about it.
    package var remedy: Remedy? { "shorten or split it" }
}

/// A file that is longer than the limit for its kind.
package struct FileTooLong: Error, Hashable, Sendable {
    /// The file, safe to print.
    package let path: String
    /// The limit in bytes.
    package let limit: Int

    /// Makes the value of its parts.
    package init(path: String, limit: Int) {
        (self.path, self.limit) = (path, limit)
    }
}
