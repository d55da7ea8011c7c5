import CTerminal
import NotebookFiles

/// A terminal that is read key by key, and drawn on.
package struct Keyboard {
    /// The bytes of the next keys, at least one; empty at the end of the input, `nil` if the size of the terminal
    /// differs from the given one, or the screen has to be redrawn.
    package let next: (Size) throws -> [UInt8]?
    /// Draws with control sequences (ECMA-48).
    package let write: ([UInt8]) throws -> Void
    /// The current size of the terminal, in columns and lines.
    package let size: () -> Size
    /// Stops the process as Ctrl-Z does, with the terminal as it was before; returns when it is continued.
    package let suspend: () -> Void
    /// The next event, or `.nothing` after some milliseconds.
    package let event: (_ size: Size, _ milliseconds: Int) throws -> Event
    /// Sets the last bytes that the terminal receives, whatever ends or stops the process.
    package let endWith: ([UInt8]) -> Void

    /// An event at a terminal.
    package enum Event: Equatable, Sendable {
        /// Bytes of keys; none at the end of the input.
        case keys([UInt8])
        /// The size of the terminal differs from the given one.
        case resized
        /// The process was continued after a stop, so the terminal shows something else.
        case continued
        /// Another process asked this one to stop.
        case stop
        /// Nothing happened in this time.
        case nothing
    }

    /// The size of a terminal.
    package struct Size: Equatable, Sendable {
        package let width: Int
        package let height: Int

        package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    package init(
        next: @escaping (Size) throws -> [UInt8]?, write: @escaping ([UInt8]) throws -> Void,
        size: @escaping () -> Size, suspend: @escaping () -> Void = {},
        event: ((_ size: Size, _ milliseconds: Int) throws -> Event)? = nil,
        endWith: @escaping ([UInt8]) -> Void = { _ in }
    ) {
        (self.next, self.write, self.size, self.suspend, self.endWith) = (next, write, size, suspend, endWith)
        self.event = event ?? { size, _ in try next(size).map { .keys($0) } ?? .resized }
    }

    /// Calls `body` with the terminal of the process, and restores it afterwards; false if there is none.
    package static func withTerminal(_ body: (Keyboard) throws -> Void) rethrows -> Bool {
        let terminal = cterminal_open_keys()
        guard terminal >= 0 else { return false }
        defer { cterminal_close_keys(terminal) }
        try body(
            Keyboard(
                next: { size in
                    while true {
                        switch try event(terminal, size, within: 100) {
                        case .keys(let bytes): return bytes
                        case .resized, .continued: return nil
                        // Stops in the same way as for Ctrl-Z.
                        case .stop: return [0x1A]
                        case .nothing: continue
                        }
                    }
                },
                write: { bytes in
                    var rest = bytes[...]
                    while !rest.isEmpty {
                        guard let count = SystemCall.write(terminal, rest) else {
                            throw SystemError(.write, "the terminal", code: SystemCall.code)
                        }
                        rest = rest.dropFirst(count)
                    }
                }, size: { size(of: terminal) },
                suspend: { cterminal_suspend_keys(terminal) },
                event: { try event(terminal, $0, within: $1) },
                endWith: { TerminalCall.endKeys(with: $0) }))
        return true
    }

    private static func event(_ terminal: Int32, _ size: Size, within milliseconds: Int) throws -> Event {
        var rest = milliseconds
        while true {
            // Checks the size ten times a second.
            let hasInput = TerminalCall.hasInput(terminal, within: Int32(max(0, min(rest, 100))))
            if cterminal_keys_stop() != 0 { return .stop }
            if cterminal_keys_continued(terminal) != 0 { return .continued }
            if hasInput { return .keys(try read(terminal)) }
            if self.size(of: terminal) != size { return .resized }
            rest -= 100
            if rest <= 0 { return .nothing }
        }
    }

    private static func size(of terminal: Int32) -> Size {
        let (width, height) = (cterminal_width(terminal), cterminal_height(terminal))
        return Size(width: width > 0 ? Int(width) : 80, height: height > 0 ? Int(height) : 24)
    }

    private static func read(_ terminal: Int32) throws(SystemError) -> [UInt8] {
        var bytes = try readOnce(terminal)
        // A key can arrive in two parts.
        while bytes.last == 0x1B || bytes.suffix(2) == [0x1B, UInt8(ascii: "[")],
            TerminalCall.hasInput(terminal, within: 50)
        {
            let more = try readOnce(terminal)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    private static func readOnce(_ terminal: Int32) throws(SystemError) -> [UInt8] {
        guard let bytes = SystemCall.read(terminal, upTo: 4096) else {
            throw SystemError(.read, "the terminal", code: SystemCall.code)
        }
        return bytes
    }
}

/// Ctrl-C was pressed.
package struct KeyboardInterrupt: Error {
    package init() {}
}
