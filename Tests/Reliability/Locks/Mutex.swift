// A lock that ThreadSanitizer knows, in place of the standard library's: that one waits by system calls which the
// sanitizer does not see, so that it takes everything behind it for a race. `Tests/Reliability/threads` puts this into
// a copy of the sources.

import Glibc

/// What `Synchronization.Mutex` is, made of a lock of POSIX.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// A lock around a value.
    public init(_ value: consuming sending Value) {
        lock = .allocate(capacity: 1)
        self.value = .allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        unsafe self.value.initialize(to: value)
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
        unsafe lock.deallocate()
    }

    /// Calls `body` with the value while nobody else has it.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try unsafe body(&value.pointee)
    }
}
