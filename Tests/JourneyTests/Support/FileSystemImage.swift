import Foundation
import TestSupport

/// A small file system in a file, mounted for a test where that is allowed.
struct FileSystemImage: Sendable {
    /// exFAT, as on most USB sticks.
    static let exfat = FileSystemImage(make: "mkfs.exfat", options: [], mount: ["mount.exfat-fuse"])
    /// NTFS.
    static let ntfs = FileSystemImage(make: "mkfs.ntfs", options: ["-F", "-q"], mount: ["ntfs-3g"])
    /// ext4, whose size and free space can be set.
    static let ext4 = FileSystemImage(
        make: "mkfs.ext4", options: ["-q", "-m", "0", "-O", "^has_journal"], mount: ["mount", "-t", "ext4"])

    private let make: String
    private let options: [String]
    private let mount: [String]

    /// Whether this machine has the programs and lets them mount.
    var canMount: Bool { (try? mounted(megabytes: 16) { _ in }) != nil }

    /// Calls with the folder where an empty file system of some size is mounted.
    func mounted<Result>(megabytes: Int = 64, _ body: (URL) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            let image = folder.appending(path: "image")
            let place = folder.appending(path: "mounted")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Self.run(["truncate", "-s", "\(megabytes)M", image.path])
            try Self.run([make] + options + [image.path])
            let device = try Self.run(["losetup", "-f", "--show", image.path]).trimmingCharacters(
                in: .whitespacesAndNewlines)
            defer { _ = try? Self.run(["losetup", "-d", device]) }
            // What serves the files goes on in the background, and must not keep what tells of the end of a program.
            try Self.run(["python3", "-c", Self.closing] + mount + [device, place.path])
            defer { _ = try? Self.run(["umount", place.path]) }
            // The root of a file system can hold what it made for itself.
            let inside = place.appending(path: "files")
            try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
            return try body(inside)
        }
    }

    private static let closing = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"

    @discardableResult
    private static func run(_ words: [String]) throws -> String {
        let result = try Command.run(
            ["/usr/bin/env"] + words, environment: ["PATH": "/usr/sbin:/sbin:\(Environment["PATH"] ?? "/usr/bin:/bin")"]
        )
        guard result.status == 0 else { throw CannotMount(words: words, errors: result.errors) }
        return result.output
    }

    private struct CannotMount: Error {
        let words: [String]
        let errors: String
    }
}
