import NotebookBundle
import TerminalIO
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Terminal {
    /// The process's own streams, environment, clock and directories.
    ///
    /// Output is collected and written in large pieces; `flush` writes what is left.
    package static func system() -> (terminal: Terminal, flush: @Sendable () throws -> Void) {
        StandardStreams.ignoreClosedPipes()
        let environment = ProcessInfo.processInfo.environment
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
