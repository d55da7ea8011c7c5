/// Keeps a file or directory locked while the value lives, and no longer than the process.
package protocol FileHold: AnyObject, Sendable {}

/// A lock where none is needed.
package final class NoHold: FileHold {
    package init() {}
}

/// The result of an attempt to lock something.
package enum HoldResult {
    /// It is locked.
    case held(any FileHold)
    /// Another process has locked it, or it is gone.
    case busy
    /// The medium cannot lock.
    case unsupported
    /// It cannot be opened, for want of descriptors, say.
    case failed(SystemError)
}
