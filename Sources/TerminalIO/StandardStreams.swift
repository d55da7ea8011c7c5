import CTerminal
package import NotebookFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The three streams of the process, and programs that share its terminal.
package enum StandardStreams {
    /// Whether a stream is a terminal: 0 is input, 1 output, 2 errors.
    package static func isTerminal(_ stream: Int32) -> Bool { isatty(stream) == 1 }

    /// Whether standard input is a pipe, or a file that is not empty.
    package static var inputIsText: Bool {
        guard let status = TerminalCall.status(0) else { return false }
        return switch status.st_mode & S_IFMT {
        case S_IFIFO: true
        case S_IFREG: status.st_size > 0
        default: false
        }
    }

    /// The width of the terminal in columns; `nil` without one.
    package static var width: Int? {
        let width = [1, 2, 0].map(cterminal_width).first { $0 > 0 }
        return width.map(Int.init)
    }

    /// The number of lines that the terminal shows; `nil` without one.
    package static var height: Int? {
        let height = [1, 2, 0].map(cterminal_height).first { $0 > 0 }
        return height.map(Int.init)
    }

    /// Makes writing to a closed pipe an error that `write` reports, instead of a signal.
    package static func ignoreClosedPipes() { cterminal_ignore_closed_pipes() }

    /// Makes the process keep memory that it frees, so that it need not ask the system again.
    package static func prepareHeap() { cterminal_prepare_heap() }

    /// Ends the process with a status.
    package static func exit(_ status: Int32) -> Never { cterminal_exit(status) }

    /// Makes the process print a line and exit with a status when memory runs out or it finds a defect in itself.
    package static func explainBreakdowns(tool: String, status: Int32) {
        TerminalCall.explainBreakdowns(tool: tool, status: status)
    }

    /// The number of the first argument of the process that is not UTF-8; `nil` if all are.
    package static var argumentThatIsNotText: Int? { TerminalCall.argumentThatIsNotText }

    /// The variables of the process by their names; U+FFFD stands for what is not UTF-8.
    package static var environment: [String: String] { TerminalCall.environment }

    /// Lets Ctrl-C and termination signals wait until unfinished files are removed; a second signal ends the process.
    ///
    /// Where nothing would be left behind, they end the process at once.
    package static func cleanUpWhenInterrupted() { Interruptions.allow() }

    /// Runs something that must clean up before a signal ends the process.
    package static func cleaningUp<Result>(_ body: () throws -> Result) rethrows -> Result {
        Interruptions.begin()
        defer { Interruptions.end() }
        return try body()
    }

    /// Whether a signal has asked the process to end while something was unfinished.
    package static var isInterrupted: Bool { SystemCall.isInterrupted }

    /// Ends the process with the signal that asked it to end.
    package static func endByInterruption() { cterminal_end_by(SystemCall.interruption) }

    /// Ends the process as Ctrl-C does.
    package static func endByKeyboard() { cterminal_end_by(SIGINT) }

    /// Writes all bytes; false if the reader is gone.
    ///
    /// - Throws: `SystemError` for any other failure.
    package static func write(_ bytes: [UInt8], to stream: Int32) throws(SystemError) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = SystemCall.write(stream, rest) else {
                if SystemCall.code == EPIPE { return false }
                throw SystemError(
                    .write, stream == 1 ? SystemError.standardOutput : "standard error", code: SystemCall.code)
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads up to this many bytes of standard input; none at its end.
    package static func read(upTo count: Int) throws(SystemError) -> [UInt8] {
        guard TerminalCall.awaitInput(0) else {
            throw SystemError(.read, "standard input", code: EINTR)
        }
        guard let bytes = SystemCall.read(0, upTo: count) else {
            throw SystemError(.read, "standard input", code: SystemCall.code)
        }
        return bytes
    }

    /// Reads a line, at most 64 KiB, from a descriptor that was opened for this process.
    package static func readLine(from descriptor: Int32) throws(SystemError) -> [UInt8] {
        var line: [UInt8] = []
        while line.count < 1 << 16 {
            guard let bytes = SystemCall.read(descriptor, upTo: 1) else {
                throw SystemError(.read, "descriptor \(descriptor)", code: SystemCall.code)
            }
            if bytes.isEmpty || bytes == [UInt8(ascii: "\n")] { break }
            line += bytes
        }
        return line
    }

    /// Does nothing for some seconds; false if the process is asked to end.
    package static func pause(_ seconds: Double) -> Bool { TerminalCall.pause(milliseconds: Int32(seconds * 1000)) }

    /// Asks for a line on the process's terminal without showing it; `nil` without a terminal.
    package static func askSecret(_ prompt: String) throws(SystemError) -> [UInt8]? {
        guard let line = TerminalCall.askSecret(prompt) else {
            let code = SystemCall.code
            if code == EINTR { throw SystemError(.read, "the terminal", code: code) }
            return nil
        }
        return line
    }

    /// Runs a shell command with more words, in the foreground, and returns its exit status.
    ///
    /// - Parameter tick: Called five times a second while it runs.
    /// - Throws: `AskedToEnd` if a deferred signal asked the process to end meanwhile.
    package static func run(_ command: String, _ words: [String], tick: () -> Void) throws -> Int32 {
        let status = TerminalCall.runInForeground(command, words, milliseconds: 200, tick: tick)
        guard status >= 0 else { throw SystemError(.read, command, code: SystemCall.code) }
        let isRunning = status == CTERMINAL_STILL_RUNNING
        if isRunning || cterminal_deferred_interruption() != 0 { throw AskedToEnd(programRuns: isRunning) }
        return status
    }

    /// Defers signals that ask the process to end until `body` returns; then they count as an interruption.
    package static func deferringInterruptions(_ body: () throws -> Void) rethrows {
        cterminal_defer_interruptions()
        defer { cterminal_end_deferring() }
        try body()
    }
}

/// A signal asked the process to end while it waited for another program.
package struct AskedToEnd: Error {
    /// Whether that program is still running.
    package let programRuns: Bool

    package init(programRuns: Bool) { self.programRuns = programRuns }
}
