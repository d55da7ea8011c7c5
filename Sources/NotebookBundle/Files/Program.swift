import CSystem
import Cores
import Dispatch
import Synchronization

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
        guard let started = SystemCall.start(["env"] + words, in: directory) else {
            throw SystemError(.start, words.first ?? "", code: SystemCall.code)
        }
        // Both are read before the end is waited for: a full pipe would stop the program.
        let errors = PipeReader(started.errors)
        let output = SystemCall.readAll(started.output)
        let text = String(decoding: errors.bytes(), as: UTF8.self)
        return Result(output: output, errors: text, status: csystem_wait(started.process))
    }
}

/// Reads a pipe to its end on another thread.
private final class PipeReader: Sendable {
    private let chain = JobChain()
    private let done = DispatchSemaphore(value: 0)
    private let read = Mutex<[UInt8]>([])

    init(_ pipe: Int32) {
        chain.add { [self] in
            let all = SystemCall.readAll(pipe)
            read.withLock { $0 = all }
            done.signal()
        }
    }

    func bytes() -> [UInt8] {
        done.wait()
        return read.withLock { $0 }
    }
}
