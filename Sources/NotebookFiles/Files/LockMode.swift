import Archives
import CSystem
import Cores
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How a bundle is locked while it is in use (Format, clause 25.1).
package enum LockMode: Sendable {
    /// Others may read, but not write.
    case shared
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
    ///   - wait: How long to wait for another process.
    ///   - onWait: Called once before waiting, with the holder of the lock.
    /// - Throws: `SystemError`, `LockError`, or `CancellationError` if the task is cancelled that waits for it.
    package static func locked(
        _ path: String, _ mode: LockMode, wait: Duration = .seconds(10), name: String? = nil,
        onWait: (String?) -> Void = { _ in }
    ) throws -> DirectoryFiles {
        let deadline = ContinuousClock.now + wait
        var hasTold = false
        var unnamed = 0
        while true {
            let files = try DirectoryFiles(path, name: name)
            if mode == .none { return files }
            if csystem_lock(files.root.number, mode == .exclusive ? 1 : 0) == 0 {
                // While this process waited, another process may have put a new directory at the path.
                if try files.isStill(at: path) { return files }
                continue
            }
            guard SystemCall.code == EWOULDBLOCK else {
                throw LockError.unsupported(path: files.name, code: SystemCall.code)
            }
            if SystemCall.isInterrupted { throw SystemError(.lock, files.name, code: SystemCall.interrupted) }
            // Looking for the holder takes longer than trying again.
            if hasTold, ContinuousClock.now < deadline {
                try BackgroundJob.waiting { usleep(20_000) }
                continue
            }
            let holder = LockHolder.find(files.root.number)
            if holder == nil, unnamed < Self.unnamedAttempts {
                // The lock was just released, or its holder has just been started.
                unnamed += 1
                try BackgroundJob.waiting { usleep(10_000) }
                continue
            }
            guard ContinuousClock.now < deadline else { throw LockError.busy(path: files.name, holder: holder) }
            onWait(holder)
            hasTold = true
            try BackgroundJob.waiting { usleep(20_000) }
        }
    }

    /// How often to retry a lock at once if the system does not name its holder.
    ///
    /// A process that was just started has copies of all descriptors for a moment, without a name of its own.
    private static let unnamedAttempts = 20

    /// The holder of a lock that prevents others from writing; `nil` if there is none.
    package static func holder(of path: String) throws -> String? {
        let files = try DirectoryFiles(path)
        var attempt = 0
        while true {
            guard csystem_lock(files.root.number, 1) != 0, SystemCall.code == EWOULDBLOCK else { return nil }
            attempt += 1
            // A process that is about to run another program holds it for a moment.
            guard attempt < Self.unnamedAttempts else {
                return LockHolder.find(files.root.number) ?? "another process"
            }
            try BackgroundJob.waiting { usleep(10_000) }
        }
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

/// A lock that ends when its descriptor is closed.
private final class LockedDescriptor: FileHold {
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}

/// Finds out which process holds a lock, if the system says so.
private enum LockHolder {
    /// The first argument of a process of this tool, such as the verb; `nil` for other programs.
    private static func word(of process: Int, behind tool: String) -> String? {
        guard tool == "bundle", let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")) else {
            return nil
        }
        let words = bytes.split(separator: 0).dropFirst().map { String(decoding: $0, as: UTF8.self) }
        return words.first { !$0.hasPrefix("-") && $0.allSatisfy { $0.isLetter || $0 == "-" } }
    }

    static func find(_ descriptor: Int32) -> String? {
        guard let status = SystemCall.status(descriptor),
            let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
        else { return nil }
        for line in locks.split(separator: "\n") {
            // 5: FLOCK  ADVISORY  WRITE 12345 fe:00:131090 0 EOF
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", let inode = fields[5].split(separator: ":").last,
                UInt64(inode) == UInt64(status.st_ino), let process = Int(fields[4]), process > 0
            else { continue }
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            let command = name.map { PrintableText.escaped(String($0.prefix { !$0.isNewline })) }
            if let tool = command, let verb = Self.word(of: process, behind: tool) { return "‘\(tool) \(verb)’" }
            return "process \(process)" + (command.map { " (\($0))" } ?? "")
        }
        return nil
    }
}

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

/// A file descriptor, closed when its owner releases it.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { _ = close(number) }

    /// The descriptor, which the caller has to close.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
