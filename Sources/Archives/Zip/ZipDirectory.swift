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

/// A record of the central directory (APPNOTE 4.3.12).
struct ZipDirectoryRecord: Sendable {
    let member: ArchiveMember
    let facts: ZipFacts

    /// The name as stored, which the local header must repeat.
    let name: ArraySlice<UInt8>

    /// The size of the record in bytes.
    let length: Int

    /// Reads the record at the front of `bytes`, which is at `offset` in the archive.
    init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ArchiveProblem) {
        guard let fixed = bytes.slice(at: 0, count: ZipLength.directoryRecord),
            fixed.uint32(at: 0) == ZipSignature.directoryRecord,
            let name = bytes.slice(at: fixed.count, count: Int(fixed.uint16(at: 28))),
            let extra = bytes.slice(at: fixed.count + name.count, count: Int(fixed.uint16(at: 30))),
            let comment = bytes.slice(at: fixed.count + name.count + extra.count, count: Int(fixed.uint16(at: 32)))
        else { throw .refused(.directoryRecordMalformed, at: offset) }
        do throws(ArchiveProblem) {
            let extraFields = try ZipExtraFields(extra)
            let values = try extraFields.resolve([fixed.uint32(at: 24), fixed.uint32(at: 20), fixed.uint32(at: 42)])
            guard fixed.uint16(at: 34) == 0 else { throw .refused(.severalDisks) }
            guard fixed.uint16(at: 8) & ZipFlag.directoryEncrypted == 0 else { throw .refused(.directoryEncrypted) }
            var facts = ZipFacts(
                method: fixed.uint16(at: 10), flags: fixed.uint16(at: 8), compressedSize: values[1],
                checksum: fixed.uint32(at: 16), versionMadeBy: fixed.uint16(at: 4), versionNeeded: fixed.uint16(at: 6),
                externalAttributes: fixed.uint32(at: 38), dosTime: fixed.uint32(at: 12),
                extraFields: extraFields.identifiers, localExtraFields: nil, comment: Array(comment))
            if facts.method == ZipMethod.encrypted {
                guard let aes = try extraFields.aes(), facts.isEncrypted else {
                    throw .refused(.extraFieldMalformed, "AES")
                }
                facts.aes = aes
            }
            let path = Self.path(name, facts)
            let attributes = ZipAttributes(facts, isNamedAsDirectory: path.last == UInt8(ascii: "/"))
            let member = ArchiveMember(
                path: path, kind: try attributes.kind(), size: values[0], headerOffset: values[2],
                mode: attributes.mode, modificationTime: extraFields.modificationTime ?? attributes.modificationTime,
                facts: .zip(facts))
            try Self.checkSizes(of: member, facts)
            self.member = member
            self.facts = facts
        } catch {
            throw error.placed(member: Array(name), at: offset)
        }
        self.name = name
        length = fixed.count + name.count + extra.count + comment.count
    }

    /// The effective path: the name, in code page 437 if it is neither marked as UTF-8 nor valid UTF-8 (APPNOTE D.1).
    private static func path(_ name: ArraySlice<UInt8>, _ facts: ZipFacts) -> [UInt8] {
        guard !facts.declaresUTF8, String(validating: name, as: UTF8.self) == nil else { return Array(name) }
        return name.flatMap { byte in
            byte < 0x80 ? [byte] : Array(String(codePage437[Int(byte) - 0x80]).utf8)
        }
    }

    /// The characters of the upper half of code page 437.
    private static let codePage437 = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
            .unicodeScalars)

    private static func checkSizes(of member: ArchiveMember, _ facts: ZipFacts) throws(ArchiveProblem) {
        if facts.method == ZipMethod.stored, !facts.isEncrypted, facts.compressedSize != member.size {
            throw .refused(.storedSizesDiffer)
        }
        if let aes = facts.aes {
            let (size, isShort) = facts.compressedSize.subtractingReportingOverflow(UInt64(aes.overhead))
            guard !isShort, aes.method != ZipMethod.stored || size == member.size else {
                throw .refused(.storedSizesDiffer)
            }
        }
        if member.kind == .directory, member.size > 0 { throw .refused(.directoryWithContent) }
    }
}

/// The meaning of the attributes and the time of a record (APPNOTE 4.4.2, 4.4.6, 4.4.15).
struct ZipAttributes {
    private let facts: ZipFacts
    private let isNamedAsDirectory: Bool
    private static let unix: [UInt16] = [3, 19]

    init(_ facts: ZipFacts, isNamedAsDirectory: Bool) {
        self.facts = facts
        self.isNamedAsDirectory = isNamedAsDirectory
    }

    private var unixMode: UInt16? {
        guard Self.unix.contains(facts.versionMadeBy >> 8) else { return nil }
        return UInt16(facts.externalAttributes >> 16)
    }

    /// The permission bits; nil for systems other than Unix.
    var mode: UInt16? { unixMode.map { $0 & 0o7777 } }

    /// The kind of the member.
    ///
    /// The name of a directory ends with a slash; if a type is stored it must agree, since readers differ in which of
    /// the two they use.
    func kind() throws(ArchiveProblem) -> ArchiveMember.Kind {
        let type = (unixMode ?? 0) & 0o170000
        let isDOSDirectory = facts.externalAttributes & 0x10 != 0
        let kind: ArchiveMember.Kind =
            switch type {
            case 0: isNamedAsDirectory ? .directory : .file
            case 0o100000: .file
            case 0o040000: .directory
            case 0o120000: .symbolicLink
            case 0o020000: .characterDevice
            case 0o060000: .blockDevice
            case 0o010000: .fifo
            default: .other
            }
        let isDirectory = type == 0 && isDOSDirectory || kind == .directory
        guard isDirectory == isNamedAsDirectory else { throw .refused(.kindDisagrees) }
        return kind
    }

    /// Seconds since 1970 of the DOS time, taken as UTC; nil if the date is invalid.
    var modificationTime: Int64? {
        let time = Int64(facts.dosTime & 0xFFFF)
        let date = Int64(facts.dosTime >> 16)
        let (hour, minute, second) = (time >> 11, time >> 5 & 63, (time & 31) * 2)
        let (year, month, day) = (1980 + (date >> 9), date >> 5 & 15, date & 31)
        guard hour < 24, minute < 60, second < 60, (1...12).contains(month), day >= 1, day <= 31 else { return nil }
        return daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// Days of the proleptic Gregorian calendar, with years that begin in March.
    private func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let marchMonth = (month + 9) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }
}
