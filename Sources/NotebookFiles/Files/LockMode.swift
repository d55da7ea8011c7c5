import CSystem
import Cores
import NotebookFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How a bundle is locked while it is in use (Format, clause 25.1).
package enum LockMode: Sendable {
    /// Others may read, and prepare changes, but nothing visible changes.
    case shared
    /// Nobody else may change anything; others may read until `FileOperations.excludeReaders`.
    case staging
    /// Nobody else may read or write.
    case exclusive
    /// No lock: for media that cannot lock.
    case none
}

/// Why a bundle could not be locked.
package enum LockError: Error, Hashable, Sendable {
    /// Another process holds the lock, and did not release it in time.
    case busy(path: String, holder: String?)
    /// The medium cannot lock.
    case unsupported(path: String, code: Int32)
}

extension DirectoryFiles {
    /// Opens a bundle's directory and locks it; releasing the value, or the end of the process, ends the lock.
    ///
    /// - Parameters:
    ///   - wait: How long to wait for another process, each time.
    ///   - onWait: Called once before waiting, with the holder of the lock.
    /// - Throws: `SystemError`, `LockError`, or `CancellationError` if the task is cancelled that waits for it.
    package static func locked(
        _ path: String, _ mode: LockMode, wait: Duration = .seconds(10), name: String? = nil,
        onWait: @escaping @Sendable (String?) -> Void = { _ in }
    ) throws -> DirectoryFiles {
        if mode == .none { return try DirectoryFiles(path, name: name) }
        let waiting = LockWait(limit: wait, onWait: onWait)
        let end = ContinuousClock.now + Self.patience
        let files = try waiting.lock {
            let files = try DirectoryFiles(path, name: name, waiting: waiting)
            if mode == .shared { try files.letWriterPass(until: end) }
            let attempt = mode == .shared ? files.lockToRead() : files.lockDirectory(exclusively: true)
            guard attempt == .locked else { return (files, attempt) }
            // While this process waited, another process may have put a new directory at the path.
            return (files, try files.isStill(at: path) ? .locked : .again)
        }
        if mode == .exclusive { try files.excludeReaders() }
        return files
    }

    /// Tells readers that a writer waits for them.
    private static let waiting = DiskPath(".bundle/waiting")

    /// How long a reader lets a waiting writer pass: a reader that was there before may take longer.
    private static let patience = Duration.seconds(1)

    /// Waits while a writer waits for readers; otherwise, readers that follow each other could keep it out for ever.
    private func letWriterPass(until end: ContinuousClock.Instant) throws {
        while ContinuousClock.now < end, ((try? status(Self.waiting)) ?? nil) != nil, isBeingChanged {
            try BackgroundJob.waiting { usleep(2_000) }
        }
    }

    private func lockDirectory(exclusively: Bool) -> LockAttempt {
        let attempt = LockAttempt(root.number, exclusively: exclusively)
        if attempt == .locked { locks.holdsDirectory = true }
        return attempt
    }

    /// Locks the manifest, which a change replaces last, or the directory if there is none.
    private func lockToRead() -> LockAttempt {
        lock(DiskPath(.manifest), exclusively: false) ?? lockDirectory(exclusively: false)
    }

    /// Locks a file until the value is released, unless it has done so before; `nil` if there is none.
    private func lock(_ path: DiskPath, exclusively: Bool) -> LockAttempt? {
        guard let descriptor = (try? openToHold(path)) ?? nil, let mine = SystemCall.status(descriptor.number) else {
            return nil
        }
        if locks.holds(mine.st_ino) { return .locked }
        let attempt = LockAttempt(descriptor.number, exclusively: exclusively)
        guard attempt == .locked else { return attempt }
        // While this process opened it, another process may have put a new file at the path.
        guard let theirs = (try? identity(path)) ?? nil, mine.st_dev == theirs.st_dev, mine.st_ino == theirs.st_ino
        else {
            return .again
        }
        locks.keep(LockedDescriptor(descriptor), mine.st_ino)
        return .locked
    }

    package func excludeReaders() throws {
        guard let waiting else { return }
        locks.excludesReaders = true
        // Without a manifest, readers lock the directory, which is locked against them.
        guard let first = lock(DiskPath(.manifest), exclusively: true), first != .locked else { return }
        if let file = try? create(Self.waiting) { close(file) }
        defer { try? unlink(Self.waiting) }
        _ = try waiting.lock { (self, lock(DiskPath(.manifest), exclusively: true) ?? .locked) }
    }

    /// Locks a file that is about to become the manifest, if readers are excluded: otherwise, they could lock it before
    /// the change is complete.
    func lockIncoming(_ file: DiskPath, to path: DiskPath) {
        if locks.excludesReaders, path == DiskPath(.manifest) { _ = lock(file, exclusively: true) }
    }

    package var isBeingChanged: Bool {
        if locks.holdsDirectory { return false }
        let attempt = LockAttempt(root.number, exclusively: false)
        if attempt == .locked { _ = csystem_unlock(root.number) }
        return attempt.isBusy
    }

    /// The holder of a lock that prevents others from writing; `nil` if there is none.
    package static func holder(of path: String) throws -> String? {
        let files = try DirectoryFiles(path)
        let attempts = [
            { files.lockDirectory(exclusively: true) },
            { files.lock(DiskPath(.manifest), exclusively: true) ?? .locked },
        ]
        for attempt in attempts {
            var result = attempt()
            // A process that is about to run another program holds it for a moment.
            for _ in 1..<LockWait.unnamedAttempts where result.isBusy {
                try BackgroundJob.waiting { usleep(10_000) }
                result = attempt()
            }
            if case .busy(let inode) = result { return LockHolder.find(inode) ?? "another process" }
        }
        return nil
    }

    package func hold(_ path: DiskPath) -> HoldResult {
        do throws(SystemError) {
            guard let descriptor = try openToHold(path) else { return .busy }
            guard csystem_lock(descriptor.number, 1) == 0 else {
                return SystemCall.code == EWOULDBLOCK ? .busy : .unsupported
            }
            // The previous holder may have removed it meanwhile.
            guard let held = SystemCall.status(descriptor.number), let there = try identity(path),
                held.st_dev == there.st_dev, held.st_ino == there.st_ino
            else { return .busy }
            return .held(LockedDescriptor(descriptor))
        } catch {
            return .failed(error)
        }
    }

    private func isStill(at path: String) throws(SystemError) -> Bool {
        let other = try DirectoryFiles(path)
        guard let mine = SystemCall.status(root.number), let theirs = SystemCall.status(other.root.number) else {
            return false
        }
        return mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
    }
}
