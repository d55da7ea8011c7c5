import Foundation
import Testing

/// A program of somebody else's; tests that need it are skipped where it is missing.
struct Program: Sendable, CustomTestStringConvertible {
    let name: String

    init(_ name: String) {
        self.name = name
    }

    var testDescription: String { name }

    /// Where it is; nil where it isn't.
    var path: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { $0 + "/" + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func isThere(_ name: String) -> Bool { Program(name).path != nil }

    struct Outcome {
        let status: Int32
        let output: [UInt8]
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs it to its end in a folder; standard output and error come back together.
    func run(_ arguments: [String], in folder: String) throws -> Outcome {
        guard let path else { throw Failure(description: "\(name) is not installed") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["LC_ALL": "C.UTF-8", "TZ": "UTC"], uniquingKeysWith: { $1 })
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: Array(output))
    }

    /// Runs it and fails unless its exit status is 0.
    @discardableResult
    func succeed(_ arguments: [String], in folder: String) throws -> Outcome {
        let outcome = try run(arguments, in: folder)
        guard outcome.status == 0 else {
            throw Failure(description: "\(name) \(arguments): status \(outcome.status)\n\(outcome.text)")
        }
        return outcome
    }

    /// Runs a line of shell and fails unless its exit status is 0.
    static func shell(_ line: String, in folder: String) throws {
        try Program("sh").succeed(["-c", line], in: folder)
    }
}
