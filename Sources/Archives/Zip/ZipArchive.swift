/// A zip whose members can be read in any order, through its central directory.
///
/// Opening it reads the directory alone, and refuses one that is damaged, contradicts itself, or does not account for
/// every byte before it. Everything that a local header repeats is compared when its member is opened.
public final class ZipArchive: Sendable {
    private let bytes: any RandomAccessBytes
    private let entries: [ZipEntry]

    /// The archive's comment; empty where there is none.
    public let comment: [UInt8]

    /// The members in the order in which they are stored; their ``ZipFacts/localExtraFields`` are not known yet.
    public var members: [ArchiveMember] { entries.map(\.member) }

    /// Reads the directory of a zip.
    public init(
        _ bytes: any RandomAccessBytes, limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveProblem) {
        self.bytes = bytes
        let end = try ZipEnd(of: bytes)
        comment = end.comment
        entries = try ZipEntry.all(of: end, in: bytes, limits: limits)
    }

    /// How many members there are.
    var count: Int { entries.count }

    /// The member at an index, after its local header and its extent were checked, and its content.
    func open(at index: Int) throws(ArchiveProblem) -> (member: ArchiveMember, content: ZipContent) {
        let entry = entries[index]
        let header = try ZipLocalHeader(of: entry, in: bytes)
        var facts = entry.facts
        facts.localExtraFields = header.extraFields
        var member = entry.member
        member.facts = .zip(facts)
        return (member, ZipContent(of: entry, at: header.contentOffset, in: bytes))
    }

    /// Opens a member for reading its content, after its local header and its extent were checked.
    ///
    /// The content must be read to its end to be sure of it. An encrypted member can be opened but not read.
    public func content(of member: ArchiveMember) throws(ArchiveProblem) -> any ByteStream {
        guard let index = index(of: member.headerOffset) else {
            throw .refused(.localHeaderMissing, member: member.path, at: member.headerOffset)
        }
        return try open(at: index).content
    }

    private func index(of offset: UInt64) -> Int? {
        var range = 0..<entries.count
        while let first = range.first {
            let middle = first + range.count / 2
            let found = entries[middle].member.headerOffset
            if found == offset { return middle }
            range = found < offset ? middle + 1..<range.upperBound : first..<middle
        }
        return nil
    }
}

/// A member with what is needed to find its content.
struct ZipEntry: Sendable {
    let member: ArchiveMember
    let facts: ZipFacts

    /// The name as stored.
    let name: [UInt8]

    /// Where the member must end: where the next one begins, or the directory.
    let end: UInt64

    /// All members of a zip, in stored order, after the directory was checked for itself.
    static func all(
        of end: ZipEnd, in zip: any RandomAccessBytes, limits: ArchiveLimits
    ) throws(ArchiveProblem) -> [ZipEntry] {
        if end.directorySize > UInt64(limits.directoryBytes) {
            throw .exceeded(.directoryBytes(limits.directoryBytes), ArchivePlace(offset: end.directoryOffset))
        }
        let records = try records(of: end, in: zip, limits: limits)
        guard (records.first?.member.headerOffset ?? end.directoryOffset) == 0 else {
            throw .refused(.garbageBeforeFirstMember, at: 0)
        }
        var entries: [ZipEntry] = []
        entries.reserveCapacity(records.count)
        for (index, record) in records.enumerated() {
            let next = index + 1 < records.count ? records[index + 1].member.headerOffset : end.directoryOffset
            entries.append(
                ZipEntry(member: record.member, facts: record.facts, name: Array(record.name), end: next))
            try entries[index].checkExtent()
        }
        return entries
    }

    private static func records(
        of end: ZipEnd, in zip: any RandomAccessBytes, limits: ArchiveLimits
    ) throws(ArchiveProblem) -> [ZipDirectoryRecord] {
        let directory = try zip.bytes(at: end.directoryOffset, count: Int(end.directorySize))
        var rest = directory[...]
        var ledger = MemberLedger(limits: limits)
        var expanded: UInt64 = 0
        var records: [ZipDirectoryRecord] = []
        while !rest.isEmpty {
            let offset = end.directoryOffset + UInt64(rest.startIndex)
            if UInt64(records.count) == end.recordCount {
                let isRecord = rest.count >= 4 && rest.uint32(at: 0) == ZipSignature.directoryRecord
                throw .refused(isRecord ? .directoryCountWrong : .directorySizeWrong, at: offset)
            }
            let record = try ZipDirectoryRecord(rest, at: offset)
            try ledger.enter(record.member.path, at: offset)
            let (sum, overflow) = expanded.addingReportingOverflow(record.member.size)
            if overflow || sum > limits.expandedBytes {
                throw .exceeded(
                    .expandedBytes(limits.expandedBytes), ArchivePlace(member: record.member.path, offset: offset))
            }
            expanded = sum
            records.append(record)
            rest = rest.dropFirst(record.length)
        }
        guard UInt64(records.count) == end.recordCount else {
            throw .refused(.directoryCountWrong, at: end.directoryOffset)
        }
        return records.sorted { $0.member.headerOffset < $1.member.headerOffset }
    }

    /// Checks that the member has room before what follows, as far as the directory tells.
    private func checkExtent() throws(ArchiveProblem) {
        let least = UInt64(ZipLength.localHeader + name.count)
        let (length, overflow) = least.addingReportingOverflow(facts.compressedSize)
        guard member.headerOffset <= end else {
            throw .refused(.offsetOutOfRange, member: member.path, at: member.headerOffset)
        }
        guard !overflow, length <= end - member.headerOffset else {
            throw .refused(.membersOverlap, member: member.path, at: member.headerOffset)
        }
    }
}
