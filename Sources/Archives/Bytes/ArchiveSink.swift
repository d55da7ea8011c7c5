import CSystem

/// The target that an archive is written to.
package protocol ArchiveSink: AnyObject {
    /// Whether ``overwrite(_:at:)`` works. Archives are the same either way; without it, large members of a zip are
    /// read twice.
    var canOverwrite: Bool { get }

    /// Appends bytes.
    func write(_ bytes: ArraySlice<UInt8>) throws

    /// Replaces bytes that were written before; `offset` counts from the archive's first byte.
    func overwrite(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws

    /// Flushes everything that is buffered; called once, at the end.
    func flush() throws
}

/// Collects an archive in memory.
package final class MemorySink: ArchiveSink {
    /// The bytes so far.
    package private(set) var bytes: [UInt8] = []

    /// Whether bytes can be replaced later.
    package let canOverwrite: Bool

    /// Creates an empty sink, which can behave like a pipe.
    package init(canOverwrite: Bool = true) {
        self.canOverwrite = canOverwrite
    }

    /// Appends bytes.
    package func write(_ bytes: ArraySlice<UInt8>) {
        self.bytes += bytes
    }

    /// Replaces bytes that were written before.
    package func overwrite(_ bytes: ArraySlice<UInt8>, at offset: UInt64) {
        let start = Int(offset)
        self.bytes.replaceSubrange(start..<start + bytes.count, with: bytes)
    }

    /// Does nothing.
    package func flush() {}
}

/// Hands an archive on piece by piece.
package final class PieceSink: ArchiveSink {
    private let receive: ([UInt8]) throws -> Void
    /// Whether bytes can be replaced later.
    package var canOverwrite: Bool { false }

    /// Makes a sink; the function is called in the thread that adds files.
    package init(_ receive: @escaping ([UInt8]) throws -> Void) { self.receive = receive }

    /// Passes bytes on.
    package func write(_ bytes: ArraySlice<UInt8>) throws { try receive(Array(bytes)) }

    /// Fails: what was passed on is gone.
    package func overwrite(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws {
        throw ArchiveProblem.failed(operation: "overwrite a part of the archive", code: illegalSeek)
    }

    /// Does nothing.
    package func flush() {}
}

/// Writes an archive to a file descriptor: a file, from its position on, or a pipe.
package final class DescriptorSink: ArchiveSink {
    private let descriptor: Descriptor
    private let base: UInt64?
    private var held: [UInt8] = []
    private static let capacity = 1 << 17

    /// Whether this is a regular file that was not opened for appending only.
    package var canOverwrite: Bool { base != nil }

    /// Writes to a descriptor, without syncing or closing it.
    package init(descriptor: Int32) throws(ArchiveProblem) {
        let descriptor = Descriptor(borrowing: descriptor)
        let isFile = try descriptor.regularFileSize() != nil
        base = isFile && !descriptor.onlyAppends ? try descriptor.position() : nil
        self.descriptor = descriptor
        held.reserveCapacity(Self.capacity)
    }

    /// Appends bytes.
    package func write(_ bytes: ArraySlice<UInt8>) throws {
        if held.count + bytes.count > Self.capacity { try flush() }
        if bytes.count > Self.capacity {
            try pass(bytes)
        } else {
            held += bytes
        }
    }

    /// Replaces bytes that were written before.
    package func overwrite(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws {
        guard let base else {
            throw ArchiveProblem.failed(operation: "overwrite a part of the archive", code: illegalSeek)
        }
        try flush()
        try descriptor.write(bytes, at: base + offset)
    }

    /// Writes the buffered bytes.
    package func flush() throws {
        try pass(held[...])
        held.removeAll(keepingCapacity: true)
    }

    private func pass(_ bytes: ArraySlice<UInt8>) throws {
        try descriptor.write(bytes)
        if canOverwrite { csystem_begin_sync(descriptor.number, UInt64(bytes.count)) }
    }
}
