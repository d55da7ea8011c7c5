/// Raw deflate data (RFC 1951) with what zip wants to know about its content, taken out of a gzip stream.
///
/// That stream is a header of 10 bytes, the deflate data, and a trailer of 8 bytes with CRC-32 and length.
struct Deflate {
    private static let headerCount = 10
    private static let trailerCount = 8

    /// Compresses content that is in memory.
    static func compress(_ content: [UInt8], level: Int) throws -> (data: ArraySlice<UInt8>, crc: UInt32) {
        let gzip = Gathered()
        let engine = try CompressionEngine(.gzip(level: level)) { gzip.bytes += $0 }
        try engine.write(content[...])
        try engine.finish()
        let trailer = gzip.bytes.suffix(trailerCount)
        return (gzip.bytes.dropFirst(headerCount).dropLast(trailerCount), trailer.uint32(at: 0))
    }

    private final class Gathered {
        var bytes: [UInt8] = []
    }
}

/// Deflates content as it comes by, in constant memory.
final class DeflateStream {
    private let engine: CompressionEngine
    private let unframed: Unframed

    /// Keeps the gzip header, and the last 8 bytes that came, from going on.
    private final class Unframed {
        var headerLeft = 10
        var held: [UInt8] = []
        let output: (ArraySlice<UInt8>) throws -> Void

        init(_ output: @escaping (ArraySlice<UInt8>) throws -> Void) {
            self.output = output
        }

        func accept(_ bytes: ArraySlice<UInt8>) throws {
            let body = bytes.dropFirst(headerLeft)
            headerLeft -= bytes.count - body.count
            let fromHeld = max(0, min(held.count, held.count + body.count - 8))
            if fromHeld > 0 { try output(held[..<fromHeld]) }
            held.removeFirst(fromHeld)
            let direct = body.dropLast(8 - held.count)
            if !direct.isEmpty { try output(direct) }
            held += body.suffix(body.count - direct.count)
        }
    }

    init(level: Int, output: @escaping (ArraySlice<UInt8>) throws -> Void) throws(ArchiveProblem) {
        let unframed = Unframed(output)
        self.unframed = unframed
        engine = try CompressionEngine(.gzip(level: level)) { try unframed.accept($0) }
    }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        try engine.write(bytes)
    }

    /// Ends the deflate data and returns its content's CRC-32.
    func finish() throws -> UInt32 {
        try engine.finish()
        return unframed.held[...].uint32(at: 0)
    }
}
