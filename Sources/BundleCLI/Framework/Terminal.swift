package import NotebookBundle
import Synchronization
package import TerminalIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything outside the tool: the three streams, the environment, the clock, random numbers, and other programs.
package struct Terminal: Sendable {
    /// Writes to standard output or standard error.
    package typealias Writer = @Sendable (_ bytes: [UInt8]) throws -> Void

    /// Runs a command of the shell with more words.
    package typealias Editor =
        @Sendable (_ command: String, _ words: [String], _ tick: () -> Void) throws -> Int32

    package var output: Writer
    package var errors: Writer
    /// Flushes standard output.
    package var flush: @Sendable () throws -> Void = {}
    /// Reads up to this many bytes of standard input; none at its end.
    package var input: @Sendable (_ count: Int) throws -> [UInt8]
    package var inputIsTerminal = false
    /// Whether standard input holds text: a pipe, or a file that is not empty.
    package var inputIsText = false
    package var outputIsTerminal = false
    package var errorsAreTerminal = false
    /// The width of the terminal in columns.
    package var width = 80
    /// The number of lines that the terminal shows; `nil` without one.
    package var height: Int?
    package var environment: [String: String] = [:]
    /// The path of the tool, for other programs to call; just its name if it is in their search path.
    package var toolPath = "bundle"
    /// The directory that relative paths start from; empty if it was removed.
    package var workingDirectory: String
    /// The offset of the user's time zone from UTC in seconds, at a point of time.
    package var timeZoneOffset: @Sendable (Timestamp) -> Int = { _ in 0 }
    package var notebookEnvironment: NotebookEnvironment
    /// Runs a program in a directory.
    package var run: @Sendable (_ words: [String], _ directory: String) throws -> Program.Result = { words, directory in
        try Program.run(words, in: directory)
    }
    /// Runs the user's editor and returns its exit status; calls `tick` repeatedly while it runs.
    package var edit: Editor
    /// Calls `body`, and defers signals that ask the process to end.
    package var deferringSignals: @Sendable (_ body: () throws -> Void) throws -> Void = { try $0() }

    /// Asks for a line without showing what is typed; `nil` without a terminal.
    package var askSecret: @Sendable (_ prompt: String) throws -> [UInt8]? = { _ in nil }
    /// Calls `body` with the terminal, to be read key by key; false without one.
    package var withKeys: @Sendable (_ body: (Keyboard) throws -> Void) throws -> Bool = { _ in false }
    /// Waits some seconds; false if waiting longer makes no sense.
    package var pause: @Sendable (_ seconds: Double) -> Bool = { _ in false }
    /// Reads a line from a descriptor.
    package var readDescriptor: @Sendable (_ number: Int32) throws -> [UInt8] = { _ in [] }

    package init(
        output: @escaping Writer, errors: @escaping Writer, input: @escaping @Sendable (_ count: Int) throws -> [UInt8],
        workingDirectory: String, environment: NotebookEnvironment,
        edit: @escaping Editor
    ) {
        self.output = output
        self.errors = errors
        self.input = input
        self.workingDirectory = workingDirectory
        self.notebookEnvironment = environment
        self.edit = edit
    }
}

/// Standard output was closed by its reader, which is not an error.
package struct ClosedPipe: Error {
    package init() {}
}

/// Paths as messages show them.
package enum DisplayedPath {
    /// A path relative to a directory if that is shorter, safe to print.
    package static func of(_ path: String, in directory: String) -> String {
        let shortest =
            directory == "/"
            ? nil
            : ExternalPath.climbing(to: path, from: directory).flatMap { relative in
                // A path that climbs to the root is read more easily from there.
                let climbs = relative.split(separator: "/").prefix { $0 == ".." }.count
                let isFromRoot = climbs > 0 && climbs == directory.split(separator: "/").count
                return relative.utf8.count < path.utf8.count && !isFromRoot ? relative : nil
            }
        let shown = PrintableText.escaped(shortest ?? path)
        // At the start of a line, where messages put it, “::” would be a command of GitHub’s runner.
        return shown.drop { $0.isWhitespace }.hasPrefix("::") ? "./" + shown : shown
    }
}

extension Terminal {
    /// A terminal that survives the end of its reader: once standard output is closed, drops further output, and the
    /// work continues.
    func outlivingItsReader() -> Terminal {
        let isClosed = Mutex(false)
        @Sendable func quietly(_ write: () throws -> Void) throws {
            guard !isClosed.withLock({ $0 }) else { return }
            do {
                try write()
            } catch is ClosedPipe {
                isClosed.withLock { $0 = true }
            }
        }
        // Send pending output before anything else is written, asked or read.
        let (base, flushed) = (self, { @Sendable in try quietly(self.flush) })
        var terminal = self
        terminal.output = { bytes in try quietly { try base.output(bytes) } }
        terminal.flush = flushed
        terminal.errors = { bytes in
            try flushed()
            try base.errors(bytes)
        }
        terminal.input = { count in
            try flushed()
            return try base.input(count)
        }
        terminal.askSecret = { prompt in
            try flushed()
            return try base.askSecret(prompt)
        }
        return terminal
    }

    /// The process's own streams, environment, clock and directories.
    ///
    /// Output is collected and written in large pieces; `flush` writes what is left.
    package static func system() -> (terminal: Terminal, flush: @Sendable () throws -> Void) {
        StandardStreams.ignoreClosedPipes()
        let environment = StandardStreams.environment
        let output = OutputBuffer()
        let directory = ExternalPath.workingDirectory ?? ""
        let display = { @Sendable (path: String) in DisplayedPath.of(path, in: directory) }
        var notebookEnvironment = NotebookEnvironment(
            now: { now(environment) }, random: { .random(in: 0 ... .max) },
            open: { path, mode, wait in
                try DirectoryFiles.locked(path, mode, wait: wait, name: display(path)) { holder in
                    guard StandardStreams.isTerminal(2) else { return }
                    let text = "waiting for \(holder ?? "another process"), which uses \(display(path)) …\n"
                    _ = try? StandardStreams.write(Array(text.utf8), to: 2)
                }
            }, display: display, history: HistoryLimits())
        notebookEnvironment.deviceName = DeviceName.current
        var terminal = Terminal(
            output: { try output.write($0) },
            errors: { bytes in
                try output.flush()
                _ = try StandardStreams.write(bytes, to: 2)
            },
            input: { count in
                try output.flush()
                return try StandardStreams.read(upTo: count)
            }, workingDirectory: directory, environment: notebookEnvironment,
            edit: { try StandardStreams.run($0, $1, tick: $2) })
        terminal.flush = { try output.flush() }
        terminal.deferringSignals = { try StandardStreams.deferringInterruptions($0) }
        terminal.inputIsTerminal = StandardStreams.isTerminal(0)
        terminal.inputIsText = StandardStreams.inputIsText
        terminal.outputIsTerminal = StandardStreams.isTerminal(1)
        terminal.errorsAreTerminal = StandardStreams.isTerminal(2)
        terminal.width = StandardStreams.width ?? 80
        terminal.height = StandardStreams.height
        terminal.environment = environment
        terminal.askSecret = { prompt in
            try output.flush()
            return try StandardStreams.askSecret(prompt)
        }
        terminal.withKeys = { body in
            guard StandardStreams.isTerminal(0), StandardStreams.isTerminal(2) else { return false }
            try output.flush()
            do {
                return try Keyboard.withTerminal(body)
            } catch let error as KeyboardInterrupt {
                // The terminal is restored; others see that it was Ctrl-C.
                StandardStreams.endByKeyboard()
                throw error
            }
        }
        terminal.pause = { seconds in
            try? output.flush()
            return StandardStreams.pause(seconds)
        }
        terminal.readDescriptor = { try StandardStreams.readLine(from: $0) }
        terminal.timeZoneOffset = { LocalClock.secondsFromUTC(at: $0) }
        return (terminal, { try output.flush() })
    }

    /// The current time, or SOURCE_DATE_EPOCH if it is set (reproducible-builds.org).
    private static func now(_ environment: [String: String]) -> Timestamp {
        if let seconds = environment["SOURCE_DATE_EPOCH"].flatMap(Int64.init),
            let time = Timestamp(secondsSince1970: seconds)
        {
            return time
        }
        return Timestamp(clamping: Int64(Date().timeIntervalSince1970.rounded(.down)))
    }
}

/// Standard output, written in large pieces.
private final class OutputBuffer: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func write(_ more: [UInt8]) throws {
        let full = bytes.withLock { bytes -> [UInt8]? in
            bytes += more
            guard bytes.count >= 1 << 16 else { return nil }
            defer { bytes.removeAll(keepingCapacity: true) }
            return bytes
        }
        if let full { try send(full) }
    }

    func flush() throws {
        let rest = bytes.withLock { bytes in
            defer { bytes.removeAll(keepingCapacity: true) }
            return bytes
        }
        if !rest.isEmpty { try send(rest) }
    }

    private func send(_ bytes: [UInt8]) throws {
        guard try StandardStreams.write(bytes, to: 1) else { throw ClosedPipe() }
    }
}
