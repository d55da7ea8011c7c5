import CTerminal
package import NotebookFiles

/// Runs a program to its end and collects its output.
package struct Program: Sendable {
    /// The output and exit status of a program.
    package struct Result: Sendable {
        package let output: [UInt8]
        package let errors: String
        /// The exit status; 128 plus the signal number if a signal ended it.
        package let status: Int32

        package init(output: [UInt8], errors: String, status: Int32) {
            self.output = output
            self.errors = errors
            self.status = status
        }
    }

    /// Runs a program, found in the search path, in a directory; like env(1), it accepts `-u NAME` before the program.
    ///
    /// - Throws: `SystemError` if it cannot be started.
    package static func run(_ words: [String], in directory: String) throws(SystemError) -> Result {
        guard let started = TerminalCall.start(["env"] + words, in: directory) else {
            throw SystemError(.start, words.first ?? "", code: SystemCall.code)
        }
        // Read both pipes before waiting for the end: a full pipe would block the program.
        let (output, errors) = TerminalCall.readAll(started.output, started.errors)
        let text = String(decoding: errors, as: UTF8.self)
        return Result(output: output, errors: text, status: cterminal_wait(started.process))
    }
}
