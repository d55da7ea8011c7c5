/// Keeps a file or directory locked while the value lives, at most until the process ends.
package protocol FileHold: AnyObject, Sendable {}

/// No lock, where none is needed.
package final class NoHold: FileHold {
    package init() {}
}

/// The result of trying to lock something.
package enum HoldResult {
    /// It is locked.
    case held(any FileHold)
    /// Another process has locked it, or it is gone.
    case busy
    /// The medium cannot lock.
    case unsupported
    /// It cannot be opened, for example because there are too many open files.
    case failed(SystemError)
}
