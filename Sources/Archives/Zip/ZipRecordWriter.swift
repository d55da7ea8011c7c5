/// A member as its records describe it.
struct ZipWrittenMember: Equatable {
    let name: [UInt8]
    let size: UInt64
    var method: UInt16
    var checksum: UInt32
    var compressedSize: UInt64
    /// Whether the data is encrypted; then the checksum is omitted.
    var isEncrypted = false

    /// The member with its data encrypted.
    var encrypted: ZipWrittenMember {
        var member = self
        member.isEncrypted = true
        member.compressedSize += UInt64(ZipEncryption.overhead)
        return member
    }

    /// Whether the local header has the zip64 extra field.
    ///
    /// Only the size decides, so that the header has the same length before and after the content is known.
    var needsZip64: Bool {
        size >= UInt64(Zip64Sentinel.doubleWord) - (isEncrypted ? UInt64(ZipEncryption.overhead) : 0)
    }

    /// The extra field that says how the data is encrypted.
    var encryptionField: [UInt8] { isEncrypted ? ZipAES(method: method).extraField : [] }
}

/// Makes the records of a zip (APPNOTE 4.3).
///
/// The only extra field is zip64's, and only if a value needs it; there are no data descriptors and no comments. All
/// members have version made by 2.0 (4.5 with zip64) on Unix, flags 0x0800 (the name is UTF-8), the time
/// 1980-01-01 00:00:00, and mode 0100644.
enum ZipRecordWriter {
    private static let flags: UInt16 = 1 << 11
    private static let time: UInt16 = 0
    private static let date: UInt16 = 1 << 5 | 1
    private static let unix: UInt16 = 3 << 8
    private static let attributes: UInt32 = 0o100644 << 16
    private static let plainVersion: UInt16 = 20
    private static let zip64Version: UInt16 = 45
    private static let encryptedVersion: UInt16 = 51

    /// The local file header (4.3.7).
    static func localHeader(_ member: ZipWrittenMember) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: ZipSignature.localHeader)
        bytes.append(littleEndian: version(member, isWide: member.needsZip64))
        appendCommon(member, to: &bytes)
        // A local zip64 field has both sizes (4.5.3).
        let sizes = member.needsZip64 ? [member.compressedSize, member.size] : []
        for size in [member.compressedSize, member.size] {
            bytes.append(littleEndian: sizes.isEmpty ? UInt32(truncatingIfNeeded: size) : Zip64Sentinel.doubleWord)
        }
        let extra = zip64Field(sizes.reversed()) + member.encryptionField
        bytes.append(littleEndian: UInt16(member.name.count))
        bytes.append(littleEndian: UInt16(extra.count))
        return bytes + member.name + extra
    }

    /// The central directory's record of a member whose local header is at `offset` (4.3.12).
    static func directoryRecord(_ member: ZipWrittenMember, at offset: UInt64) -> [UInt8] {
        let large = [member.size, member.compressedSize, offset].filter { $0 >= UInt64(Zip64Sentinel.doubleWord) }
        let version = version(member, isWide: !large.isEmpty)
        let extra = zip64Field(large) + member.encryptionField
        var bytes: [UInt8] = []
        bytes.append(littleEndian: ZipSignature.directoryRecord)
        bytes.append(littleEndian: unix | version)
        bytes.append(littleEndian: version)
        appendCommon(member, to: &bytes)
        bytes.append(littleEndian: doubleWord(member.compressedSize))
        bytes.append(littleEndian: doubleWord(member.size))
        bytes.append(littleEndian: UInt16(member.name.count))
        bytes.append(littleEndian: UInt16(extra.count))
        // No comment, the first disk, no internal attributes.
        for _ in 0..<3 { bytes.append(littleEndian: UInt16(0)) }
        bytes.append(littleEndian: attributes)
        bytes.append(littleEndian: doubleWord(offset))
        return bytes + member.name + extra
    }

    /// The end of central directory record (4.3.16), and before it the zip64 ones (4.3.14, 4.3.15) if a value needs
    /// them.
    static func end(count: UInt64, directorySize: UInt64, directoryOffset: UInt64) -> [UInt8] {
        let needsZip64 =
            count >= UInt64(Zip64Sentinel.word)
            || max(directorySize, directoryOffset) >= UInt64(Zip64Sentinel.doubleWord)
        var bytes: [UInt8] = []
        if needsZip64 {
            bytes.append(littleEndian: ZipSignature.zip64EndRecord)
            bytes.append(littleEndian: UInt64(ZipLength.zip64EndRecord - 12))
            bytes.append(littleEndian: unix | zip64Version)
            bytes.append(littleEndian: zip64Version)
            bytes.append(littleEndian: UInt64(0))
            for value in [count, count, directorySize, directoryOffset] { bytes.append(littleEndian: value) }
            bytes.append(littleEndian: ZipSignature.zip64Locator)
            bytes.append(littleEndian: UInt32(0))
            bytes.append(littleEndian: directoryOffset + directorySize)
            bytes.append(littleEndian: UInt32(1))
        }
        bytes.append(littleEndian: ZipSignature.endRecord)
        bytes.append(littleEndian: UInt32(0))
        let shortCount = UInt16(min(count, UInt64(Zip64Sentinel.word)))
        for _ in 0..<2 { bytes.append(littleEndian: shortCount) }
        bytes.append(littleEndian: doubleWord(directorySize))
        bytes.append(littleEndian: doubleWord(directoryOffset))
        bytes.append(littleEndian: UInt16(0))
        return bytes
    }

    private static func appendCommon(_ member: ZipWrittenMember, to bytes: inout [UInt8]) {
        let flags = member.isEncrypted ? flags | 1 : flags
        let method = member.isEncrypted ? ZipMethod.encrypted : member.method
        for value in [flags, method, time, date] { bytes.append(littleEndian: value) }
        bytes.append(littleEndian: member.isEncrypted ? 0 : member.checksum)
    }

    private static func version(_ member: ZipWrittenMember, isWide: Bool) -> UInt16 {
        member.isEncrypted ? encryptedVersion : isWide ? zip64Version : plainVersion
    }

    private static func zip64Field(_ values: [UInt64]) -> [UInt8] {
        if values.isEmpty { return [] }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt16(1))
        bytes.append(littleEndian: UInt16(8 * values.count))
        for value in values { bytes.append(littleEndian: value) }
        return bytes
    }

    private static func doubleWord(_ value: UInt64) -> UInt32 {
        UInt32(min(value, UInt64(Zip64Sentinel.doubleWord)))
    }
}
