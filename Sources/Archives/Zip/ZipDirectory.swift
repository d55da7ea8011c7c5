/// The central directory of a zip, checked by itself (APPNOTE 4.3.12).
///
/// It keeps the stored bytes, with a few more to find each record, and parses records on demand: as values, a million
/// of them would need half a gigabyte.
struct ZipDirectory: Sendable {
    private let bytes: [UInt8]
    private let end: ZipEnd
    private var slots: [Slot] = []
    /// Whether any member is encrypted.
    private(set) var hasEncryptedMembers = false

    /// The positions of a record in the directory and of its member in the archive.
    private struct Slot {
        let record: Int
        let headerOffset: UInt64
    }

    /// Reads the directory: exactly the declared records, of members without gaps from the archive's first byte to the
    /// directory.
    init(of end: ZipEnd, in zip: any RandomAccessBytes, limits: ArchiveLimits) throws(ArchiveProblem) {
        if end.directorySize > UInt64(limits.directoryBytes) {
            throw .exceeded(.directoryBytes(limits.directoryBytes), ArchiveLocation(offset: end.directoryOffset))
        }
        self.end = end
        bytes = try zip.bytes(at: end.directoryOffset, count: Int(end.directorySize))
        try readRecords(limits: limits)
        slots.sort { $0.headerOffset < $1.headerOffset }
        guard (slots.first?.headerOffset ?? end.directoryOffset) == 0 else {
            throw .refused(.garbageBeforeFirstMember, at: 0)
        }
        for index in slots.indices { try entry(at: index).checkExtent() }
    }

    /// The number of members.
    var count: Int { slots.count }

    /// The member at an index in stored order.
    func entry(at index: Int) throws(ArchiveProblem) -> ZipEntry {
        let record = try record(at: slots[index].record)
        let next = index + 1 < slots.count ? slots[index + 1].headerOffset : end.directoryOffset
        return ZipEntry(record: record, end: next)
    }

    /// The name of a member as it is stored.
    func storedName(at index: Int) -> ArraySlice<UInt8> {
        let start = slots[index].record
        let count = Int(bytes[start...].uint16(at: 28))
        return bytes[start + ZipLength.directoryRecord..<start + ZipLength.directoryRecord + count]
    }

    /// The index of the member whose local header is at an offset; nil if there is none.
    func index(of headerOffset: UInt64) -> Int? {
        var range = 0..<slots.count
        while let first = range.first {
            let middle = first + range.count / 2
            let found = slots[middle].headerOffset
            if found == headerOffset { return middle }
            range = found < headerOffset ? middle + 1..<range.upperBound : first..<middle
        }
        return nil
    }

    private func record(at position: Int) throws(ArchiveProblem) -> ZipDirectoryRecord {
        try ZipDirectoryRecord(bytes[position...], at: end.directoryOffset + UInt64(position))
    }

    private mutating func readRecords(limits: ArchiveLimits) throws(ArchiveProblem) {
        var ledger = MemberLedger(limits: limits)
        var expanded: UInt64 = 0
        var position = 0
        while position < bytes.count {
            let offset = end.directoryOffset + UInt64(position)
            if UInt64(slots.count) == end.recordCount {
                let rest = bytes[position...]
                let isRecord = rest.count >= 4 && rest.uint32(at: 0) == ZipSignature.directoryRecord
                throw .refused(isRecord ? .directoryCountWrong : .directorySizeWrong, at: offset)
            }
            let record = try record(at: position)
            try ledger.enter(record.member.path, at: offset)
            let (sum, overflow) = expanded.addingReportingOverflow(record.member.size)
            if overflow || sum > limits.expandedBytes {
                throw .exceeded(
                    .expandedBytes(limits.expandedBytes), ArchiveLocation(member: record.member.path, offset: offset))
            }
            expanded = sum
            if record.facts.isEncrypted { hasEncryptedMembers = true }
            slots.append(Slot(record: position, headerOffset: record.member.headerOffset))
            position += record.length
        }
        guard UInt64(slots.count) == end.recordCount else {
            throw .refused(.directoryCountWrong, at: end.directoryOffset)
        }
    }
}

/// A member by its record, and where it must end.
struct ZipEntry {
    let record: ZipDirectoryRecord

    /// Where the next member begins, or the directory.
    let end: UInt64

    /// Checks that the member fits before the next one, as far as the directory shows.
    func checkExtent() throws(ArchiveProblem) {
        let member = record.member
        let least = UInt64(ZipLength.localHeader + record.name.count)
        let (length, overflow) = least.addingReportingOverflow(record.facts.compressedSize)
        guard member.headerOffset <= end else {
            throw .refused(.offsetOutOfRange, member: member.path, at: member.headerOffset)
        }
        guard !overflow, length <= end - member.headerOffset else {
            throw .refused(.membersOverlap, member: member.path, at: member.headerOffset)
        }
    }
}
