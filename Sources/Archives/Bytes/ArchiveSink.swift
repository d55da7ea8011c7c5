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
