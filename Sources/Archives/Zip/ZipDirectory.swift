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
        /// The least number of bytes that the member takes in the archive, as far as the directory shows.
        let extent: UInt64
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
        for index in slots.indices { try checkExtent(at: index) }
    }

    /// The number of members.
    var count: Int { slots.count }

    /// The member at an index in stored order.
    func entry(at index: Int) throws(ArchiveProblem) -> ZipEntry {
        ZipEntry(record: ZipDirectoryRecord(try fields(at: slots[index].record)), end: endOfMember(at: index))
    }

    /// Where the next member begins, or the directory.
    private func endOfMember(at index: Int) -> UInt64 {
        index + 1 < slots.count ? slots[index + 1].headerOffset : end.directoryOffset
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

    private func fields(at position: Int) throws(ArchiveProblem) -> ZipRecordFields {
        try ZipRecordFields(bytes[position...], at: end.directoryOffset + UInt64(position))
    }

    /// Checks that a member fits before the next one, as far as the directory shows.
    private func checkExtent(at index: Int) throws(ArchiveProblem) {
        let (slot, end) = (slots[index], endOfMember(at: index))
        let problem: ArchiveIrregularity? =
            if slot.headerOffset > end {
                .offsetOutOfRange
            } else if slot.extent > end - slot.headerOffset {
                .membersOverlap
            } else {
                nil
            }
        if let problem {
            throw .refused(problem, member: Array(try fields(at: slot.record).path), at: slot.headerOffset)
        }
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
            let fields = try fields(at: position)
            try ledger.enter(fields.path, at: offset)
            let (sum, overflow) = expanded.addingReportingOverflow(fields.size)
            if overflow || sum > limits.expandedBytes {
                throw .exceeded(
                    .expandedBytes(limits.expandedBytes), ArchiveLocation(member: Array(fields.path), offset: offset))
            }
            expanded = sum
            if fields.isEncrypted { hasEncryptedMembers = true }
            slots.append(Slot(record: position, headerOffset: fields.headerOffset, extent: fields.extent))
            position += fields.length
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
}
