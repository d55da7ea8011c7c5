import CSystem
package import NotebookStore

/// A program that is run to its end, and what it gives.
package struct Program: Sendable {
    /// What a program gave.
    package struct Result: Sendable {
        package let output: [UInt8]
        package let errors: String
        /// The exit status; 128 and the signal if one ended it.
        package let status: Int32

        package init(output: [UInt8], errors: String, status: Int32) {
            self.output = output
            self.errors = errors
            self.status = status
        }
    }

    /// Runs a program, found by the search path, in a directory; as env(1) does, so that `-u NAME` may stand before it.
    ///
    /// - Throws: `SystemError` if it cannot be started.
    package static func run(_ words: [String], in directory: String) throws(SystemError) -> Result {
        guard let started = TerminalCall.start(["env"] + words, in: directory) else {
            throw SystemError(.start, words.first ?? "", code: SystemCall.code)
        }
        // Both are read before the end is waited for: a full pipe would stop the program.
        let (output, errors) = TerminalCall.readAll(started.output, started.errors)
        let text = String(decoding: errors, as: UTF8.self)
        return Result(output: output, errors: text, status: csystem_wait(started.process))
    }
}
