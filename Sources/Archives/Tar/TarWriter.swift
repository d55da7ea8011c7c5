import Cores

/// Writes a tar, with the same bytes everywhere.
///
/// **The plain tar to the byte.** The archive is a sequence of blocks of 512 bytes. For each member, in order:
///
/// 1. If the path or the size needs it, an extended header (``TarHeaderBlock/paxHeader(_:number:)``): a header block of
///    type `x` and the records, filled up with zeros to whole blocks. The path needs it if it contains a byte above
///    0x7F, or if it doesn't fit: it is longer than 100 bytes and has no slash that leaves at most 155 bytes before and
///    at most 100 after it. The size needs it from 8,589,934,592 (8 GiB) on.
/// 2. The member's header block (``TarHeaderBlock``).
/// 3. The content, filled up with zeros to whole blocks.
///
/// Two blocks of zeros end the archive, and more zeros fill it up to a multiple of 10,240 bytes.
final class TarWriter: MemberWriter {
    private let output: any TarOutput
    private let written = Written()
    private var line: JobQueue<[UInt8]>
    private var number = 0
    private static let recordSize: UInt64 = 10_240

    private final class Written {
        var length: UInt64 = 0
    }

    init(_ output: any TarOutput) {
        self.output = output
        let written = written
        line = JobQueue { bytes in
            written.length += UInt64(bytes.count)
            try output.write(bytes[...])
        }
    }

    func add(_ members: [NewMember], _ contents: @escaping @Sendable () throws -> [[UInt8]]) throws {
        let first = number + 1
        number += members.count
        try line.add {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(members.reduce(0) { $0 + Int($1.size) + 2 * TarBlock.size })
            for ((member, content), number) in zip(zip(members, try contents()), first...) {
                bytes += TarHeaderBlock.headers(of: member, number: number)
                bytes += content
                bytes += Self.zeros(TarBlock.padding(after: member.size))
            }
            return bytes
        }
    }

    func add(large member: NewMember, _ content: MemberContent) throws {
        number += 1
        try line.add(TarHeaderBlock.headers(of: member, number: number))
        try member.deliver(content) { bytes in try self.line.add(Array(bytes)) }
        try line.add(Self.zeros(TarBlock.padding(after: member.size)))
    }

    func finish() throws {
        try line.finish()
        let end = UInt64(2 * TarBlock.size)
        let rest = (written.length + end) % Self.recordSize
        try output.write(Self.zeros(Int(end + (rest == 0 ? 0 : Self.recordSize - rest)))[...])
        try output.finish()
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
