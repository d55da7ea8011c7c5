/// A record of the central directory (APPNOTE 4.3.12).
struct ZipDirectoryRecord: Sendable {
    let member: ArchiveMember
    let facts: ZipFacts

    /// The name as stored, which the local header must repeat.
    let name: ArraySlice<UInt8>

    /// Makes a record from its fields.
    init(_ fields: ZipRecordFields) {
        let fixed = fields.fixed
        let facts = ZipFacts(
            method: fields.method, flags: fields.flags, compressedSize: fields.compressedSize,
            checksum: fixed.uint32(at: 16), versionMadeBy: fixed.uint16(at: 4), versionNeeded: fixed.uint16(at: 6),
            externalAttributes: fixed.uint32(at: 38), dosTime: fixed.uint32(at: 12),
            extraFields: fields.extraFields.identifiers, localExtraFields: nil, comment: Array(fields.comment),
            aes: fields.aes)
        let attributes = fields.attributes
        member = ArchiveMember(
            path: Array(fields.path), kind: fields.kind, size: fields.size, headerOffset: fields.headerOffset,
            mode: attributes.mode,
            modificationTime: fields.extraFields.modificationTime ?? attributes.modificationTime, facts: .zip(facts))
        self.facts = facts
        name = fields.name
    }
}

/// The fields of a record of the central directory, checked by themselves (APPNOTE 4.3.12).
///
/// Making it copies nothing, so that a directory is checked in a small part of the time of making its records.
struct ZipRecordFields {
    /// The part of a fixed size.
    let fixed: ArraySlice<UInt8>

    /// The name as stored.
    let name: ArraySlice<UInt8>
    let extraFields: ZipExtraFields
    let comment: ArraySlice<UInt8>

    /// The effective path: the name, in code page 437 if it is neither marked as UTF-8 nor valid UTF-8 (APPNOTE D.1).
    let path: ArraySlice<UInt8>

    /// The number of bytes of the content.
    let size: UInt64

    /// The number of bytes that the content takes in the archive.
    let compressedSize: UInt64

    /// Where the member begins in the archive.
    let headerOffset: UInt64

    /// How it is encrypted, if that is with WinZip's AES.
    let aes: ZipAES?
    let kind: ArchiveMember.Kind

    /// Reads the record at the front of `bytes`, which is at `offset` in the archive.
    init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ArchiveProblem) {
        guard let fixed = bytes.slice(at: 0, count: ZipLength.directoryRecord),
            fixed.uint32(at: 0) == ZipSignature.directoryRecord,
            let name = bytes.slice(at: fixed.count, count: Int(fixed.uint16(at: 28))),
            let extra = bytes.slice(at: fixed.count + name.count, count: Int(fixed.uint16(at: 30))),
            let comment = bytes.slice(at: fixed.count + name.count + extra.count, count: Int(fixed.uint16(at: 32)))
        else { throw .refused(.directoryRecordMalformed, at: offset) }
        self.fixed = fixed
        self.name = name
        self.comment = comment
        do throws(ArchiveProblem) {
            extraFields = try ZipExtraFields(extra)
            var wide = extraFields.wideValues(of: 3)
            size = try wide.resolve(fixed.uint32(at: 24))
            compressedSize = try wide.resolve(fixed.uint32(at: 20))
            headerOffset = try wide.resolve(fixed.uint32(at: 42))
            try wide.finish()
            guard fixed.uint16(at: 34) == 0 else { throw .refused(.severalDisks) }
            let flags = fixed.uint16(at: 8)
            guard flags & ZipFlag.directoryEncrypted == 0 else { throw .refused(.directoryEncrypted) }
            if fixed.uint16(at: 10) == ZipMethod.encrypted {
                guard let aes = try extraFields.aes(), ZipFlag.isEncrypted(flags) else {
                    throw .refused(.extraFieldMalformed, "AES")
                }
                self.aes = aes
            } else {
                aes = nil
            }
            path = Self.path(name, flags)
            kind = try ZipAttributes(fixed, isNamedAsDirectory: path.last == UInt8(ascii: "/")).kind()
            try checkSizes()
        } catch {
            throw error.placed(member: Array(name), at: offset)
        }
    }

    var flags: UInt16 { fixed.uint16(at: 8) }
    var method: UInt16 { fixed.uint16(at: 10) }
    var isEncrypted: Bool { ZipFlag.isEncrypted(flags) }
    var attributes: ZipAttributes { ZipAttributes(fixed, isNamedAsDirectory: path.last == UInt8(ascii: "/")) }

    /// The size of the record in bytes.
    var length: Int { fixed.count + name.count + extraFields.size + comment.count }

    /// The least number of bytes that the member takes in the archive.
    var extent: UInt64 {
        let (extent, overflow) = UInt64(ZipLength.localHeader + name.count).addingReportingOverflow(compressedSize)
        return overflow ? .max : extent
    }

    private static func path(_ name: ArraySlice<UInt8>, _ flags: UInt16) -> ArraySlice<UInt8> {
        guard flags & ZipFlag.utf8 == 0, String(validating: name, as: UTF8.self) == nil else { return name }
        let path = name.flatMap { byte in
            byte < 0x80 ? [byte] : Array(String(codePage437[Int(byte) - 0x80]).utf8)
        }
        return path[...]
    }

    /// The characters of the upper half of code page 437.
    private static let codePage437 = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
            .unicodeScalars)

    private func checkSizes() throws(ArchiveProblem) {
        if method == ZipMethod.stored, !isEncrypted, compressedSize != size { throw .refused(.storedSizesDiffer) }
        if let aes {
            let (packed, isShort) = compressedSize.subtractingReportingOverflow(UInt64(aes.overhead))
            guard !isShort, aes.method != ZipMethod.stored || packed == size else {
                throw .refused(.storedSizesDiffer)
            }
        }
        if kind == .directory, size > 0 { throw .refused(.directoryWithContent) }
    }
}

/// The meaning of the attributes and the time of a record (APPNOTE 4.4.2, 4.4.6, 4.4.15).
struct ZipAttributes {
    /// The version made by, whose high byte is the system.
    private let versionMadeBy: UInt16
    private let external: UInt32
    /// The DOS time in the lower half and the DOS date in the upper one.
    private let dosTime: UInt32
    private let isNamedAsDirectory: Bool

    /// Reads the attributes from the part of a record that has a fixed size.
    init(_ fixed: ArraySlice<UInt8>, isNamedAsDirectory: Bool) {
        versionMadeBy = fixed.uint16(at: 4)
        dosTime = fixed.uint32(at: 12)
        external = fixed.uint32(at: 38)
        self.isNamedAsDirectory = isNamedAsDirectory
    }

    private var unixMode: UInt16? {
        // Unix, and OS X.
        let isUnix = versionMadeBy >> 8 == 3 || versionMadeBy >> 8 == 19
        return isUnix ? UInt16(external >> 16) : nil
    }

    /// The permission bits; nil for systems other than Unix.
    var mode: UInt16? { unixMode.map { $0 & 0o7777 } }

    /// The kind of the member.
    ///
    /// The name of a directory ends with a slash; if a type is stored it must agree, since readers differ in which of
    /// the two they use.
    func kind() throws(ArchiveProblem) -> ArchiveMember.Kind {
        let type = (unixMode ?? 0) & 0o170000
        let isDOSDirectory = external & 0x10 != 0
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
        let time = Int64(dosTime & 0xFFFF)
        let date = Int64(dosTime >> 16)
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
