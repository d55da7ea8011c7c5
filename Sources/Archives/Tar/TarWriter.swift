/// Writes a tar, the same to the byte everywhere.
///
/// **The plain tar to the byte.** The archive is a sequence of blocks of 512 bytes. For each member, in order:
///
/// 1. Where the path needs it, or the size does, an extended header (``TarHeaderBlock/paxHeader(_:number:)``): a header
///    block of type `x` and the records, filled up with zeros to whole blocks. The path needs it if it holds a byte above
///    0x7F, or if it doesn't fit: it is longer than 100 bytes and has no slash that leaves at most 155 bytes before and at
///    most 100 behind it. The size needs it from 8,589,934,592 (8 GiB) on.
/// 2. The member's header block (``TarHeaderBlock``).
/// 3. The content, filled up with zeros to whole blocks.
///
/// Two blocks of zeros end the archive, and more zeros fill it up to a multiple of 10,240 bytes.
final class TarWriter: MemberWriter {
    private let sink: any ArchiveSink
    private let compressed: CompressedOutput?
    private var length: UInt64 = 0
    private var number = 0
    private static let recordSize: UInt64 = 10_240

    init(_ sink: any ArchiveSink) {
        self.sink = sink
        compressed = nil
    }

    init(_ sink: any ArchiveSink, _ coding: CompressionEngine.Coding) throws(ArchiveProblem) {
        self.sink = sink
        compressed = try CompressedOutput(coding) { try sink.write($0) }
    }

    func add(_ member: NewMember, _ content: MemberContent) throws {
        number += 1
        try write(TarHeaderBlock.headers(of: member, number: number)[...])
        try member.deliver(content, to: write)
        try write(zeros: TarBlock.padding(after: member.size))
    }

    func finish() throws {
        let end = UInt64(2 * TarBlock.size)
        let (_, rest) = (length + end).quotientAndRemainder(dividingBy: Self.recordSize)
        try write(zeros: Int(end + (rest == 0 ? 0 : Self.recordSize - rest)))
        try compressed?.finish()
        try sink.flush()
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws {
        length += UInt64(bytes.count)
        if let compressed {
            try compressed.write(bytes)
        } else {
            try sink.write(bytes)
        }
    }

    private func write(zeros count: Int) throws {
        if count > 0 { try write([UInt8](repeating: 0, count: count)[...]) }
    }
}
