/// A sink that knows its position in the zip, and can overwrite earlier bytes.
final class ZipOutput {
    private let sink: any ArchiveSink

    /// The position of the next byte.
    private(set) var position: UInt64 = 0

    init(_ sink: any ArchiveSink) {
        self.sink = sink
    }

    var canOverwrite: Bool { sink.canOverwrite }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        try sink.write(bytes)
        position += UInt64(bytes.count)
    }

    /// Replaces bytes that were written before.
    func overwrite(_ bytes: ArraySlice<UInt8>, at place: UInt64) throws { try sink.overwrite(bytes, at: place) }

    func flush() throws {
        try sink.flush()
    }
}
