/// What the operating system refused to do, to which file, and why.
package struct SystemError: Error, Hashable, Sendable {
    /// How errors name standard input.
    package static let standardInput = "standard input"

    /// How errors name standard output.
    package static let standardOutput = "standard output"

    /// The operation, as a phrase after “cannot”.
    package let operation: Operation
    /// The file, safe to print.
    package let path: String
    /// The error number (`errno`).
    package let code: Int32
    /// How many more bytes the disk needs, at least; `nil` if it is not full.
    package let lacking: Int?

    /// Operations on files and directories.
    package enum Operation: String, Sendable {
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
    /// - Parameter lacking: How many more bytes a full disk needs, as far as known.
    package init(_ operation: Operation, _ path: String, code: Int32, lacking: Int? = nil) {
        self.operation = operation
        self.path = path
        self.code = code
        self.lacking = SystemCall.meansFull(code) ? lacking : nil
    }

    /// The block size by which disks allocate space.
    private static let block = 4096

    /// The same error, with the number of bytes that were still to be written.
    package func lacking(atLeast bytes: Int) -> SystemError {
        SystemError(operation, path, code: code, lacking: max(lacking ?? Self.block, bytes))
    }
}

extension SystemError {
    /// Whether the system does not support the operation.
    package var meansUnsupported: Bool { code == SystemCall.unsupported }

    /// Whether a rename would leave a file system: one in layers renames no directory of a lower layer.
    package var meansOtherDisk: Bool { code == SystemCall.otherDisk }

    /// Whether an attempt to write failed because only reading is allowed.
    package var meansReadOnly: Bool { SystemCall.readOnlyCodes.contains(code) }

    /// Whether something else is in the place of a file.
    var meansNotAFile: Bool { code == SystemCall.notAFile }

    /// Whether the process was asked to end.
    package var meansInterrupted: Bool { code == SystemCall.interrupted }
}

extension SystemError: CustomStringConvertible {
    /// What failed, where and why, in one line.
    package var description: String {
        let more = lacking.map { "; at least \(Self.shown($0)) more needed" } ?? ""
        return "cannot \(operation.rawValue) \(path): \(reason)\(more)"
    }

    /// A number of bytes, rounded up to KiB or MiB.
    static func shown(_ bytes: Int) -> String {
        let unit = bytes < 10 << 20 ? (1 << 10, "KiB") : (1 << 20, "MiB")
        return "\((bytes + unit.0 - 1) / unit.0) \(unit.1)"
    }
}

extension SystemError {
    /// The error for a path where nothing exists.
    package static func missing(_ path: String) -> SystemError { SystemError(.read, path, code: SystemCall.missing) }

    /// Whether the place is read-only.
    package var isReadOnly: Bool { SystemCall.meansReadOnly(code) }

    /// Whether the system does not let this user read a file or list a directory.
    package var meansRefused: Bool { (operation == .read || operation == .list) && SystemCall.meansRefused(code) }

    /// The reason in the words of the system, without operation and path.
    package var reason: String { SystemCall.reason(of: code) }

    /// Why a file that this user may not read is skipped, without its path.
    package var reasonToSkip: String { "cannot be read: \(reason)" }

    /// Whether a name is in use.
    package var meansTaken: Bool { SystemCall.meansTaken(code) }

    /// Whether a file is in place of a directory, or the other way round.
    package var meansMisplaced: Bool { SystemCall.meansMisplaced(code) }
}
