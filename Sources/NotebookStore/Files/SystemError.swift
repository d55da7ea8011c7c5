import NotebookFormat

/// What the operating system refused to do, to what, and why.
public struct SystemError: Error, Hashable, Sendable {
    /// What was tried, as it can follow "cannot".
    public let operation: Operation
    /// What it was tried on, safe to print.
    public let path: String
    /// The number of the reason (`errno`).
    public let code: Int32
    /// How many bytes more the disk would have to take, at least; `nil` if it is not full.
    public let lacking: Int?

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
    ///
    /// - Parameter lacking: How many bytes more a full disk would have to take, as far as that is known.
    public init(_ operation: Operation, _ path: String, code: Int32, lacking: Int? = nil) {
        self.operation = operation
        self.path = path
        self.code = code
        self.lacking = SystemCall.meansFull(code) ? lacking : nil
    }

    /// Disks give away whole blocks.
    private static let block = 4096

    /// The same error, where so many bytes were still to be written.
    func lacking(atLeast bytes: Int) -> SystemError {
        SystemError(operation, path, code: code, lacking: max(lacking ?? Self.block, bytes))
    }
}

extension SystemError {
    /// Whether the system cannot do this at all.
    var meansUnsupported: Bool { code == SystemCall.unsupported }

    /// Whether the process was asked to end.
    var meansInterrupted: Bool { code == SystemCall.interrupted }
}

extension SystemError: CustomStringConvertible {
    /// What, where and why in one line.
    public var description: String {
        let more = lacking.map { "; at least \(Self.shown($0)) more are needed" } ?? ""
        return "cannot \(operation.rawValue) \(path): \(SystemCall.reason(of: code))\(more)"
    }

    /// A number of bytes, rounded up to KiB or MiB.
    static func shown(_ bytes: Int) -> String {
        let unit = bytes < 10 << 20 ? (1 << 10, "KiB") : (1 << 20, "MiB")
        return "\((bytes + unit.0 - 1) / unit.0) \(unit.1)"
    }
}
