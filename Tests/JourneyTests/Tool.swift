import Foundation
import TestSupport

/// The built tool, run as a process.
enum Tool {
    static let path = Project.tool

    static func run(
        _ words: String..., in directory: URL? = nil, environment: [String: String] = [:], input: Data? = nil
    ) throws -> Command.Result {
        try Command.run([path] + words, in: directory, environment: environment, input: input)
    }

    /// Runs the tool, which must succeed, and gives what it prints.
    @discardableResult
    static func succeed(
        _ words: String..., in directory: URL? = nil, environment: [String: String] = [:]
    ) throws -> String {
        let result = try Command.run([path] + words, in: directory, environment: environment)
        guard result.status == 0 else { throw Failed(words: words, result: result) }
        return result.output
    }

    /// Runs a line of a shell, in which `$BUNDLE` is the tool.
    static func shell(
        _ line: String, in directory: URL, environment: [String: String] = [:]
    ) throws -> Command.Result {
        try Command.run(
            ["/bin/sh", "-c", line], in: directory,
            environment: environment.merging(["BUNDLE": path]) { given, _ in given })
    }

    /// The fingerprint of a notebook.
    static func fingerprint(of notebook: String) throws -> String {
        let output = try succeed("open", notebook, "--json")
        return output.firstMatch(of: /"fingerprint": "([0-9a-f]{64})"/).map { String($0.output.1) }
            ?? "none in \(output)"
    }

    /// A command that was to succeed.
    struct Failed: Error, CustomStringConvertible {
        let words: [String]
        let result: Command.Result

        var description: String { "\(words): \(result.status)\n\(result.output)\(result.errors)" }
    }
}
