import NotebookFormat

/// What the operating system refused to do, to what, and why.
public struct SystemError: Error, Hashable, Sendable {
    /// What was tried, as it can follow "cannot".
    public let operation: Operation
    /// What it was tried on, safe to print.
    public let path: String
    /// The number of the reason (`errno`).
    public let code: Int32

    /// What can be tried on a file or directory.
    public enum Operation: String, Sendable {
        /// Reading a file.
        case read
        /// Listing a directory.
        case list
        /// Making a file or directory.
        case create
        /// Writing a file.
        case write
        /// Making sure that what was written survives a power cut.
        case synchronize
        /// Moving a file.
        case rename
        /// Deleting a file or directory.
        case delete
        /// Taking the lock.
        case lock
        /// Running a program.
        case start
    }

    /// An error of an operation.
    public init(_ operation: Operation, _ path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }
}

extension SystemError {
    /// Whether the system cannot do this at all.
    var meansUnsupported: Bool { code == SystemCall.unsupported }

    /// Whether somebody asked the process to end.
    var meansInterrupted: Bool { code == SystemCall.interrupted }
}

extension SystemError: CustomStringConvertible {
    /// What, where and why in one line.
    public var description: String { "cannot \(operation.rawValue) \(path): \(SystemCall.reason(of: code))" }
}
