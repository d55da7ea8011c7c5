/// Iterates over the members of a tar, in the dialects of the seventh edition, ustar, pax and GNU.
final class TarCursor: MemberCursor {
    private let stream: BufferedStream
    private let limits: ArchiveLimits
    private var ledger: MemberLedger
    private var contentLeft: UInt64 = 0
    private var paddingLeft = 0
    private var path: [UInt8]?
    private var isAtEnd = false

    /// The keys of the global extended headers so far.
    private(set) var globalKeys: Set<String> = []

    init(_ stream: BufferedStream, limits: ArchiveLimits) {
        self.stream = stream
        self.limits = limits
        ledger = MemberLedger(limits: limits)
    }

    func next() throws(ArchiveProblem) -> ArchiveMember? {
        if isAtEnd { return nil }
        try passContent()
        var before = TarExtension()
        while let (header, offset) = try nextHeader(after: before) {
            switch header.typeFlag {
            case UInt8(ascii: "x"): try before.apply(pax: try records(header, at: offset), at: offset)
            case UInt8(ascii: "g"): try checkGlobal(try records(header, at: offset), at: offset)
            case UInt8(ascii: "L"): try before.apply(longName: try metadata(header), at: offset)
            case UInt8(ascii: "K"): try before.apply(longLink: try metadata(header), at: offset)
            default: return try enter(header, at: offset, before)
            }
        }
        try passEnd()
        return nil
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        if contentLeft == 0 || buffer.isEmpty { return 0 }
        let read: Int
        if UInt64(buffer.count) <= contentLeft {
            read = try stream.read(into: &buffer)
        } else {
            let bytes = try stream.readAvailable(atMost: Int(contentLeft))
            buffer.replaceSubrange(..<bytes.count, with: bytes)
            read = bytes.count
        }
        if read == 0 { throw .refused(.contentTruncated, member: path, at: stream.offset) }
        contentLeft -= UInt64(read)
        return read
    }

    /// Reads the next header; nil if the first block of zeros comes instead.
    private func nextHeader(
        after before: TarExtension
    ) throws(ArchiveProblem) -> (TarHeader, UInt64)? {
        let offset = stream.offset
        let block = try stream.read(TarBlock.size)
        guard block.count == TarBlock.size else {
            throw .refused(block.isEmpty ? .endBlocksMissing : .headerTruncated, at: offset)
        }
        if block.allSatisfy({ $0 == 0 }) {
            if let start = before.offset { throw .refused(.metadataWithoutMember, at: start) }
            return nil
        }
        do throws(ArchiveProblem) {
            return (try TarHeader(block), offset)
        } catch {
            throw error.placed(member: nil, at: offset)
        }
    }

    private func enter(
        _ header: TarHeader, at offset: UInt64, _ before: TarExtension
    ) throws(ArchiveProblem) -> ArchiveMember {
        do throws(ArchiveProblem) {
            let member = try before.member(header, at: offset)
            try ledger.enter(member.path[...], at: member.headerOffset)
            contentLeft = member.size
            paddingLeft = TarBlock.padding(after: member.size)
            path = member.path
            return member
        } catch {
            throw error.placed(member: header.path, at: offset)
        }
    }

    private func records(_ header: TarHeader, at offset: UInt64) throws(ArchiveProblem) -> PaxRecords {
        do throws(ArchiveProblem) {
            return try PaxRecords(try metadata(header), limit: limits.metadataRecords)
        } catch {
            throw error.placed(member: nil, at: offset)
        }
    }

    /// Reads the content of an extended header.
    private func metadata(_ header: TarHeader) throws(ArchiveProblem) -> ArraySlice<UInt8> {
        let offset = stream.offset
        guard header.linkName.isEmpty else { throw .refused(.targetWithoutLink, at: offset) }
        guard header.size <= UInt64(limits.metadataBytes) else {
            throw .exceeded(.metadataBytes(limits.metadataBytes), ArchiveLocation(offset: offset))
        }
        let count = Int(header.size)
        try ledger.enter(directoryBytes: count + TarBlock.size, at: offset)
        let bytes = try stream.read(count)
        guard bytes.count == count else { throw .refused(.metadataTruncated, at: stream.offset) }
        paddingLeft = TarBlock.padding(after: header.size)
        try passPadding()
        return bytes
    }

    /// A global extended header applies to all later members, so it must not set values of a single member; its others
    /// must be possible.
    private func checkGlobal(_ records: PaxRecords, at offset: UInt64) throws(ArchiveProblem) {
        guard records["path"] == nil, records["linkpath"] == nil, records["size"] == nil else {
            throw .refused(.paxGlobalOverride, at: offset)
        }
        if records.describesSparseFile { throw .refused(.sparse, at: offset) }
        do throws(ArchiveProblem) {
            _ = try (records.time("mtime"), records.number("uid"), records.number("gid"))
        } catch {
            throw error.placed(member: nil, at: offset)
        }
        globalKeys.formUnion(records.keys)
        let limit = limits.metadataRecords
        guard globalKeys.count <= limit else {
            throw .exceeded(.metadataRecords(limit), ArchiveLocation(offset: offset))
        }
    }

    private func passContent() throws(ArchiveProblem) {
        if contentLeft > 0 {
            let skipped = try stream.skip(contentLeft)
            guard skipped == contentLeft else { throw .refused(.contentTruncated, member: path, at: stream.offset) }
            contentLeft = 0
        }
        try passPadding()
    }

    private func passPadding() throws(ArchiveProblem) {
        let padding = try stream.read(paddingLeft)
        guard padding.count == paddingLeft else { throw .refused(.paddingTruncated, member: path, at: stream.offset) }
        guard padding.allSatisfy({ $0 == 0 }) else { throw .refused(.paddingNotZero, member: path, at: stream.offset) }
        paddingLeft = 0
    }

    /// Reads the second block of zeros, and the rest, which must be whole blocks of zeros.
    private func passEnd() throws(ArchiveProblem) {
        let offset = stream.offset
        let second = try stream.read(TarBlock.size)
        guard second.count == TarBlock.size else { throw .refused(.endBlocksMissing, at: offset) }
        guard second.allSatisfy({ $0 == 0 }) else { throw .refused(.loneZeroBlock, at: offset) }
        while true {
            let offset = stream.offset
            let bytes = try stream.readAvailable(atMost: 1 << 16)
            if let garbage = bytes.firstIndex(where: { $0 != 0 }) {
                throw .refused(.garbageAfterEnd, at: offset + UInt64(garbage - bytes.startIndex))
            }
            if bytes.isEmpty { break }
        }
        guard stream.offset % UInt64(TarBlock.size) == 0 else { throw .refused(.endTruncated, at: stream.offset) }
        isAtEnd = true
    }
}

/// The 512-byte blocks of a tar, and the positions of a header's fields (POSIX.1-2017 `pax`, ustar Interchange Format).
enum TarBlock {
    static let size = 512

    static let name = 0..<100
    static let mode = 100..<108
    static let userID = 108..<116
    static let groupID = 116..<124
    static let contentSize = 124..<136
    static let modificationTime = 136..<148
    static let checksum = 148..<156
    static let typeFlag = 156
    static let linkName = 157..<257
    static let magicAndVersion = 257..<265
    static let userName = 265..<297
    static let groupName = 297..<329
    static let deviceMajor = 329..<337
    static let deviceMinor = 337..<345
    static let prefix = 345..<500
    /// The position of `tar␀` in a header of `star`, which has a shorter prefix.
    static let starMagic = 508..<512
    static let star = Array("tar\u{0}".utf8)
    /// The position of the times of last access and status change in GNU’s dialect.
    static let gnuTimes = [345..<357, 357..<369]
    /// The fields of GNU’s dialect for incremental and sparse files and several volumes.
    static let gnuRest = 369..<512

    static let ustarMagic = Array("ustar\u{0}00".utf8)
    static let gnuMagic = Array("ustar  \u{0}".utf8)

    /// The number of bytes that fill up the last block of `size` bytes.
    static func padding(after size: UInt64) -> Int {
        Int((512 - size % 512) % 512)
    }

    /// The sum of a header's bytes, with the checksum field counted as spaces.
    static func sum(_ block: ArraySlice<UInt8>) -> UInt64 {
        let stored = block[block.startIndex + checksum.lowerBound..<block.startIndex + checksum.upperBound]
        let all = block.reduce(UInt64(0)) { $0 + UInt64($1) }
        return stored.reduce(all) { $0 - UInt64($1) } + UInt64(checksum.count) * UInt64(UInt8(ascii: " "))
    }
}
