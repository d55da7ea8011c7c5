import Foundation
import TestSupport
import Testing

/// A program of somebody else's; tests that need it are skipped where it is missing.
struct Program: Sendable, CustomTestStringConvertible {
    let name: String

    init(_ name: String) {
        self.name = name
    }

    var testDescription: String { name }

    static func isThere(_ name: String) -> Bool { Command.path(of: name) != nil }

    /// Java need not compile well what runs for a moment.
    static let javaQuickly = "-XX:TieredStopAtLevel=1"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct Outcome {
        let status: Int32
        /// Standard output and error together.
        let output: [UInt8]
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs it to its end in a folder.
    func run(_ arguments: [String], in folder: String) throws -> Outcome {
        guard let path = Command.path(of: name) else { throw Failure(description: "\(name) is not installed") }
        let result = try Command.run(
            ["/bin/sh", "-c", "exec \"$@\" 2>&1", "sh", path] + arguments, in: URL(filePath: folder),
            environment: ["LC_ALL": "C.UTF-8", "TZ": "UTC"])
        return Outcome(status: result.status, output: Array(result.bytes))
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
