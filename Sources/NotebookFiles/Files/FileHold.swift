import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps a file or directory locked while the value lives, at most until the process ends.
package protocol FileHold: AnyObject, Sendable {}

/// No lock, where none is needed.
package final class NoHold: FileHold {
    package init() {}
}

/// A lock that ends when its descriptor is closed.
final class LockedDescriptor: FileHold {
    private let descriptor: OwnedDescriptor

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
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

/// What stays locked as long as the directory's value lives.
final class KeptLocks: Sendable {
    private let state = Mutex<(directory: Bool, readers: Bool, files: [ino_t: any FileHold])>((false, false, [:]))

    /// Whether the directory itself is locked.
    var holdsDirectory: Bool {
        get { state.withLock { $0.directory } }
        set { state.withLock { $0.directory = newValue } }
    }

    /// Whether the manifest is locked against readers, or will be once there is one.
    var excludesReaders: Bool {
        get { state.withLock { $0.readers } }
        set { state.withLock { $0.readers = newValue } }
    }

    func holds(_ inode: ino_t) -> Bool { state.withLock { $0.files[inode] != nil } }

    func keep(_ lock: any FileHold, _ inode: ino_t) { state.withLock { $0.files[inode] = lock } }
}
