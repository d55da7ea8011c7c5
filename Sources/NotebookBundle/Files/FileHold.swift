/// Keeps a file or directory locked as long as the value lives, and no longer than the process.
package class FileHold: @unchecked Sendable {
    package init() {}
}

/// What came of an attempt to lock something.
package enum HoldResult {
    /// It is locked.
    case held(FileHold)
    /// Another process has locked it, or it is gone.
    case busy
    /// The medium cannot lock.
    case unsupported
}
