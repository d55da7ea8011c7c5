import Synchronization

/// Output that is collected until it is complete, so that long output can go to a pager.
///
/// Anything that must appear earlier, such as a question, first sends the output collected so far.
final class PagedOutput: Sendable {
    private struct Collected {
        var output: [UInt8] = []
        /// Messages that came after the output.
        var messages: [[UInt8]] = []
    }

    private let base: Terminal
    private let collected = Mutex(Collected())

    init(_ terminal: Terminal) { base = terminal }

    /// The terminal whose output is collected.
    var terminal: Terminal {
        var terminal = base
        terminal.output = { bytes in self.collected.withLock { $0.output += bytes } }
        terminal.flush = {}
        terminal.errors = { bytes in
            let isLate = self.collected.withLock { collected in
                if !collected.output.isEmpty { collected.messages.append(bytes) }
                return !collected.output.isEmpty
            }
            if !isLate { try self.base.errors(bytes) }
        }
        terminal.input = { count in
            try self.send()
            return try self.base.input(count)
        }
        terminal.askSecret = { prompt in
            try self.send()
            return try self.base.askSecret(prompt)
        }
        terminal.withKeys = { body in
            try self.send()
            return try self.base.withKeys(body)
        }
        terminal.edit = { command, words, tick in
            try self.send()
            return try self.base.edit(command, words, tick)
        }
        return terminal
    }

    /// Calls a function with the collected output, and then prints the messages that came after it.
    func finish(_ show: ([UInt8]) throws -> Void) throws {
        let all = collected.withLock { collected in
            defer { collected = Collected() }
            return collected
        }
        if !all.output.isEmpty { try show(all.output) }
        for message in all.messages { try base.errors(message) }
    }

    /// Sends the output collected so far.
    private func send() throws { try finish { try base.output($0) } }
}
