/// Compresses what is written to it as one stream, and hands that on.
final class CompressedOutput {
    private let engine: CompressionEngine
    private let frame: Frame?
    private let output: (ArraySlice<UInt8>) throws -> Void

    /// The Zstandard frame's checksum, which input and output both have to do with.
    private final class Frame {
        var checksum = ZstandardChecksum()
    }

    init(
        _ coding: CompressionEngine.Coding, output: @escaping (ArraySlice<UInt8>) throws -> Void
    ) throws(ArchiveProblem) {
        self.output = output
        if case .zstandard = coding {
            let frame = Frame()
            self.frame = frame
            engine = try CompressionEngine(coding) { try output(frame.checksum.marked($0)) }
        } else {
            frame = nil
            engine = try CompressionEngine(coding, output: output)
        }
    }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        frame?.checksum.count(bytes)
        try engine.write(bytes)
    }

    func finish() throws {
        try engine.finish()
        if let frame { try output(frame.checksum.trailer[...]) }
    }
}
