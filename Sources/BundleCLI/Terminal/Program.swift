import Foundation
import Synchronization

/// A program that is run to its end, and what it gives.
package struct Program: Sendable {
    /// What a program gave.
    package struct Result: Sendable {
        package let output: [UInt8]
        package let errors: String
        package let status: Int32
    }

    /// Runs a program, found by the search path, in a directory; as env(1) does, so that `-u NAME` may stand before it.
    ///
    /// - Throws: if it cannot be started.
    package static func run(_ words: [String], in directory: String) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: directory)
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Both are read before the end is waited for: a full pipe would stop the program.
        let reader = PipeReader(errors)
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let text = reader.text()
        process.waitUntilExit()
        return Result(output: [UInt8](bytes), errors: text, status: process.terminationStatus)
    }
}

/// Reads a pipe to its end on another thread.
private final class PipeReader: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let bytes = Mutex(Data())

    init(_ pipe: Pipe) {
        let handle = pipe.fileHandleForReading
        DispatchQueue.global().async { [self] in
            let all = handle.readDataToEndOfFile()
            bytes.withLock { $0 = all }
            done.signal()
        }
    }

    func text() -> String {
        done.wait()
        return bytes.withLock { String(decoding: $0, as: UTF8.self) }
    }
}
