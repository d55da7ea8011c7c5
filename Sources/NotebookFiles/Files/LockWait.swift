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

/// How to wait for others that hold a lock.
package struct LockWait: Sendable {
    let limit: Duration
    /// Called once before waiting, with the holder of the lock.
    let onWait: @Sendable (String?) -> Void

    /// How often to retry a lock at once if the system does not name its holder.
    ///
    /// A process that was just started has copies of all descriptors for a moment, without a name of its own.
    static let unnamedAttempts = 20

    /// Attempts to lock files until it is possible.
    ///
    /// - Throws: `SystemError`, `LockError`, or `CancellationError` if the task is cancelled that waits for it.
    func lock(_ attempt: () throws -> (DirectoryFiles, LockAttempt)) throws -> DirectoryFiles {
        let deadline = ContinuousClock.now + limit
        var hasTold = false
        var unnamed = 0
        while true {
            let (files, result) = try attempt()
            let inode: UInt64
            switch result {
            case .locked: return files
            case .again: continue
            case .unsupported(let code): throw LockError.unsupported(path: files.name, code: code)
            case .busy(let number): inode = number
            }
            if SystemCall.isInterrupted { throw SystemError(.lock, files.name, code: SystemCall.interrupted) }
            // Looking for the holder takes longer than trying again.
            if hasTold, ContinuousClock.now < deadline {
                try BackgroundJob.waiting { usleep(20_000) }
                continue
            }
            let holder = LockHolder.find(inode)
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
}

/// The result of one attempt to lock something.
enum LockAttempt: Equatable {
    case locked
    /// What was locked is no longer in its place.
    case again
    /// Another process holds the lock of the file or directory with this inode.
    case busy(UInt64)
    /// The medium cannot lock.
    case unsupported(Int32)

    init(_ descriptor: Int32, exclusively: Bool) {
        guard csystem_lock(descriptor, exclusively ? 1 : 0) != 0 else {
            self = .locked
            return
        }
        let code = SystemCall.code
        self =
            code == EWOULDBLOCK
            ? .busy(SystemCall.status(descriptor).map { UInt64($0.st_ino) } ?? 0) : .unsupported(code)
    }

    var isBusy: Bool { if case .busy = self { true } else { false } }
}

/// Finds out which process holds a lock, if the system says so.
enum LockHolder {
    /// The first argument of a process of this tool, such as the verb; `nil` for other programs.
    private static func word(of process: Int, behind tool: String) -> String? {
        guard tool == "bundle", let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")) else {
            return nil
        }
        let words = bytes.split(separator: 0).dropFirst().map { String(decoding: $0, as: UTF8.self) }
        return words.first { !$0.hasPrefix("-") && $0.allSatisfy { $0.isLetter || $0 == "-" } }
    }

    static func find(_ inode: UInt64) -> String? {
        guard let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return nil }
        for line in locks.split(separator: "\n") {
            // 5: FLOCK  ADVISORY  WRITE 12345 fe:00:131090 0 EOF
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", let number = fields[5].split(separator: ":").last,
                UInt64(number) == inode, let process = Int(fields[4]), process > 0
            else { continue }
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            let command = name.map { PrintableText.escaped(String($0.prefix { !$0.isNewline })) }
            if let tool = command, let verb = Self.word(of: process, behind: tool) { return "‘\(tool) \(verb)’" }
            return "process \(process)" + (command.map { " (\($0))" } ?? "")
        }
        return nil
    }
}
