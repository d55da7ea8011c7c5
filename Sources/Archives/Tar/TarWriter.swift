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

/// A header block as it is written (POSIX.1-2017 `pax`, ustar Interchange Format).
///
/// | offset | length | field | value |
/// |---|---|---|---|
/// | 0 | 100 | name | see below, filled up with NULs |
/// | 100 | 8 | mode | `0000644` NUL |
/// | 108, 116 | 8 each | uid, gid | `0000000` NUL |
/// | 124 | 12 | size | 11 octal digits and NUL; `00000000000` from 8 GiB on |
/// | 136 | 12 | mtime | `02263523000` NUL, which is 1980-01-01T00:00:00Z |
/// | 148 | 8 | chksum | 6 octal digits, NUL, space: the sum of all bytes with this field taken for spaces |
/// | 156 | 1 | typeflag | `0`; `x` for an extended header |
/// | 157 | 100 | linkname | NULs |
/// | 257 | 8 | magic, version | `ustar` NUL `00` |
/// | 265, 297 | 32 each | uname, gname | NULs |
/// | 329, 337 | 8 each | devmajor, devminor | `0000000` NUL |
/// | 345 | 155 | prefix | see below, filled up with NULs |
/// | 500 | 12 | | NULs |
///
/// A path of at most 100 bytes is the name, and the prefix is empty. A longer one is split at the first slash that
/// leaves at most 100 bytes after it, if that leaves at most 155 before it; the slash itself is not stored. Any other
/// path is only in the extended header. In that case the name is the longest beginning of the path of at most 100 bytes
/// that ends with a whole UTF-8 character other than a slash.
struct TarHeaderBlock {
    private var bytes = [UInt8](repeating: 0, count: TarBlock.size)

    /// Seconds from 1970-01-01T00:00:00Z to 1980-01-01T00:00:00Z, the first moment that a zip can express.
    private static let time: UInt64 = 315_532_800
    private static let largestSize: UInt64 = 0o77777777777

    /// All headers of a member, which is the `number`-th of its archive, counted from 1.
    static func headers(of member: NewMember, number: Int) -> [UInt8] {
        let name = member.name
        let split = split(name)
        var records: [[UInt8]] = []
        // Records are sorted by key.
        if split == nil || !name.allSatisfy({ $0 < 0x80 }) { records.append(record("path", name)) }
        if member.size > largestSize { records.append(record("size", Array(String(member.size).utf8))) }
        let (prefix, last) = split ?? ([], beginning(of: name))
        let header = TarHeaderBlock(prefix: prefix, name: last, type: UInt8(ascii: "0"), size: member.size)
        return (records.isEmpty ? [] : paxHeader(records, number: number)) + header.bytes
    }

    private init(prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>, type: UInt8, size: UInt64) {
        put(name, in: TarBlock.name)
        put(prefix, in: TarBlock.prefix)
        put(octal: 0o644, in: TarBlock.mode)
        for field in [TarBlock.userID, TarBlock.groupID, TarBlock.deviceMajor, TarBlock.deviceMinor] {
            put(octal: 0, in: field)
        }
        put(octal: size > Self.largestSize ? 0 : size, in: TarBlock.contentSize)
        put(octal: Self.time, in: TarBlock.modificationTime)
        put(TarBlock.ustarMagic[...], in: TarBlock.magicAndVersion)
        bytes[TarBlock.typeFlag] = type
        let sum = TarBlock.sum(bytes[...])
        put(octal: sum, in: TarBlock.checksum.lowerBound..<TarBlock.checksum.upperBound - 1)
        bytes[TarBlock.checksum.upperBound - 1] = UInt8(ascii: " ")
    }

    private mutating func put(_ value: ArraySlice<UInt8>, in field: Range<Int>) {
        bytes.replaceSubrange(field.prefix(value.count), with: value)
    }

    /// Puts a number into a field: octal digits with leading zeros, and NUL.
    private mutating func put(octal value: UInt64, in field: Range<Int>) {
        for (place, index) in field.dropLast().reversed().enumerated() {
            bytes[index] = UInt8(ascii: "0") + UInt8(value >> UInt64(3 * place) & 7)
        }
        bytes[field.upperBound - 1] = 0
    }

    /// An extended header with its own header block, whose name is `PaxHeaders/` and the member's number in decimal.
    private static func paxHeader(_ records: [[UInt8]], number: Int) -> [UInt8] {
        let content = records.flatMap(\.self)
        let name = Array("PaxHeaders/\(number)".utf8)
        let header = TarHeaderBlock(prefix: [], name: name[...], type: UInt8(ascii: "x"), size: UInt64(content.count))
        let padding = [UInt8](repeating: 0, count: TarBlock.padding(after: UInt64(content.count)))
        return header.bytes + content + padding
    }

    /// A record: its own length in decimal, a space, key, `=`, value, and a newline.
    private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
        let rest = Array(" \(key)=".utf8) + value + [UInt8(ascii: "\n")]
        var length = rest.count
        while length != rest.count + String(length).utf8.count { length = rest.count + String(length).utf8.count }
        return Array(String(length).utf8) + rest
    }

    private static func split(_ path: [UInt8]) -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
        if path.count <= TarBlock.name.count { return ([], path[...]) }
        let from = path.count - TarBlock.name.count - 1
        guard let slash = path[from...].firstIndex(of: UInt8(ascii: "/")), slash <= TarBlock.prefix.count else {
            return nil
        }
        return (path[..<slash], path[(slash + 1)...])
    }

    private static func beginning(of path: [UInt8]) -> ArraySlice<UInt8> {
        var end = min(path.count, TarBlock.name.count)
        // A byte 10xxxxxx continues a character.
        while end > 0, end < path.count, path[end] & 0xC0 == 0x80 { end -= 1 }
        while end > 0, path[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return path[..<end]
    }
}
