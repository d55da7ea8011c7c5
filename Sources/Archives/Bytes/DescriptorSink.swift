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
            try descriptor.write(bytes)
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
        try descriptor.write(held[...])
        held.removeAll(keepingCapacity: true)
    }
}
