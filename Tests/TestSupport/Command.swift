import Dispatch
public import Foundation

/// A program that is run to its end.
public enum Command {
    /// What a program gave.
    public struct Result: Sendable {
        /// Its standard output, as it is.
        public let bytes: Data
        /// Its standard error.
        public let errors: String
        /// Its exit status; for a signal its number, negated.
        public let status: Int32

        /// Its standard output as text.
        public var output: String { String(decoding: bytes, as: UTF8.self) }
    }

    private static let turn = NSLock()

    /// Runs a program, whose path comes first, or its name if it is in the search path, with its arguments.
    public static func run(
        _ words: [String], in directory: URL? = nil, environment: [String: String] = [:], input: Data? = nil
    ) throws -> Result {
        try TemporaryFolder.with { folder in
            // Through files: a pipe that nobody reads would stop the program.
            let places = ["in", "out", "err"].map { folder.appending(path: $0) }
            for place in places { try (place == places[0] ? input ?? Data() : Data()).write(to: place) }
            let process = Process()
            guard let program = words[0].contains("/") ? words[0] : path(of: words[0]) else {
                throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: words[0]])
            }
            process.executableURL = URL(filePath: program)
            process.arguments = Array(words.dropFirst())
            process.currentDirectoryURL = directory
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            let input = try FileHandle(forReadingFrom: places[0])
            let (output, errors) = (
                try FileHandle(forWritingTo: places[1]), try FileHandle(forWritingTo: places[2])
            )
            // A process that has ended keeps its files open, and Foundation cannot start another when there are very
            // many.
            defer { for handle in [input, output, errors] { try? handle.close() } }
            process.standardInput = input
            process.standardOutput = output
            process.standardError = errors
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            // Started one at a time: a process that another thread starts meanwhile would inherit the socket by which
            // Foundation notices the end of this one.
            try turn.withLock { try process.run() }
            ended.wait()
            let signal = process.terminationReason == .uncaughtSignal
            return Result(
                bytes: try Data(contentsOf: places[1]),
                errors: String(decoding: try Data(contentsOf: places[2]), as: UTF8.self),
                status: signal ? -process.terminationStatus : process.terminationStatus)
        }
    }

    /// Where a program is; `nil` if it is not installed.
    public static func path(of program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
