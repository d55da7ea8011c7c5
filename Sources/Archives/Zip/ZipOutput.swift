/// A sink that knows how far a zip has come, and can go back over a stretch of it.
final class ZipOutput {
    private let sink: any ArchiveSink

    /// Where the next byte goes.
    private(set) var position: UInt64 = 0

    init(_ sink: any ArchiveSink) {
        self.sink = sink
    }

    var canOverwrite: Bool { sink.canOverwrite }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        try sink.write(bytes)
        position += UInt64(bytes.count)
    }

    /// Writes at a place that has been passed, and on from there beyond the end.
    func write(_ bytes: ArraySlice<UInt8>, at place: UInt64) throws {
        let old = bytes.prefix(Int(min(position - place, UInt64(bytes.count))))
        if !old.isEmpty { try sink.overwrite(old, at: place) }
        if old.count < bytes.count { try write(bytes.dropFirst(old.count)) }
    }

    func flush() throws {
        try sink.flush()
    }
}
