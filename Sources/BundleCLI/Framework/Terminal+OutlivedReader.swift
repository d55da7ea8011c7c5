import Synchronization

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
}
