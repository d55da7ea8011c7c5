/// A local file header (APPNOTE 4.3.7) and the data descriptor that may follow the content (4.3.9), both of which must
/// agree with the directory's record.
struct ZipLocalHeader {
    /// Where the content begins.
    let contentOffset: UInt64

    /// The identifiers of the extra fields.
    let extraFields: [UInt16]

    /// Reads the header of `entry` and checks it against the directory; the member must end where the next one begins.
    init(of entry: ZipEntry, in zip: some RandomAccessBytes) throws(ArchiveProblem) {
        let record = entry.record
        let member = record.member
        do throws(ArchiveProblem) {
            let likelyExtra = 64
            let guess = ZipLength.localHeader + record.name.count + likelyExtra
            var bytes = try zip.bytes(at: member.headerOffset, count: guess)[...]
            guard let fixed = bytes.slice(at: 0, count: ZipLength.localHeader),
                fixed.uint32(at: 0) == ZipSignature.localHeader
            else { throw .refused(.localHeaderMissing) }
            let nameLength = Int(fixed.uint16(at: 26))
            let extraLength = Int(fixed.uint16(at: 28))
            let length = fixed.count + nameLength + extraLength
            if length > bytes.count { bytes = try zip.bytes(at: member.headerOffset, count: length)[...] }
            guard let name = bytes.slice(at: fixed.count, count: nameLength),
                let extra = bytes.slice(at: fixed.count + nameLength, count: extraLength)
            else { throw .refused(.offsetOutOfRange) }
            let fields = try ZipExtraFields(extra)
            try Self.compare(fixed, name, fields, with: record)
            contentOffset = member.headerOffset + UInt64(length)
            extraFields = fields.identifiers
            try checkEnd(of: entry, in: zip)
        } catch {
            throw error.placed(member: member.path, at: member.headerOffset)
        }
    }

    private static func compare(
        _ fixed: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, _ fields: ZipExtraFields, with record: ZipDirectoryRecord
    ) throws(ArchiveProblem) {
        let facts = record.facts
        guard name.elementsEqual(record.name) else { throw .refused(.namesDisagree) }
        guard fixed.uint16(at: 6) == facts.flags else { throw .refused(.flagsDisagree) }
        guard fixed.uint16(at: 8) == facts.method else { throw .refused(.methodsDisagree) }
        let aes = facts.method == ZipMethod.encrypted ? try fields.aes() : facts.aes
        guard aes == facts.aes else { throw .refused(.methodsDisagree) }
        let isDeferred = facts.hasDataDescriptor
        var wide = fields.wideValues(of: 2)
        let (size, compressedSize) = (
            try wide.resolve(fixed.uint32(at: 22)), try wide.resolve(fixed.uint32(at: 18))
        )
        try wide.finish()
        guard size == record.member.size || isDeferred && size == 0,
            compressedSize == facts.compressedSize || isDeferred && compressedSize == 0
        else { throw .refused(.sizesDisagree) }
        let checksum = fixed.uint32(at: 14)
        guard checksum == facts.checksum || isDeferred && checksum == 0 else { throw .refused(.checksumsDisagree) }
    }

    /// Everything up to the next member must belong to this one.
    ///
    /// A descriptor may have a signature, and sizes of 32 or 64 bits; its length decides.
    private func checkEnd(of entry: ZipEntry, in zip: some RandomAccessBytes) throws(ArchiveProblem) {
        let (contentEnd, overflow) = contentOffset.addingReportingOverflow(entry.record.facts.compressedSize)
        guard !overflow, contentEnd <= entry.end else { throw .refused(.membersOverlap) }
        let left = entry.end - contentEnd
        guard entry.record.facts.hasDataDescriptor else {
            guard left == 0 else { throw .refused(.gapBetweenMembers, at: contentEnd) }
            return
        }
        let wordSizes: [UInt64: Int] = [12: 4, 16: 4, 20: 8, 24: 8]
        guard let wordSize = wordSizes[left] else {
            throw .refused(left < 12 ? .descriptorDisagrees : .gapBetweenMembers, at: contentEnd)
        }
        var descriptor = try zip.bytes(at: contentEnd, count: Int(left))[...]
        guard descriptor.count == left else { throw .refused(.offsetOutOfRange) }
        if left % 8 == 0 {
            guard descriptor.uint32(at: 0) == ZipSignature.dataDescriptor else {
                throw .refused(.descriptorDisagrees, at: contentEnd)
            }
            descriptor = descriptor.dropFirst(4)
        }
        var expected: [UInt8] = []
        expected.append(littleEndian: entry.record.facts.checksum)
        for size in [entry.record.facts.compressedSize, entry.record.member.size] {
            if wordSize == 8 {
                expected.append(littleEndian: size)
            } else {
                expected.append(littleEndian: UInt32(truncatingIfNeeded: size))
            }
        }
        guard descriptor.elementsEqual(expected) else { throw .refused(.descriptorDisagrees, at: contentEnd) }
    }
}
