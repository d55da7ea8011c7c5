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
                guard let aes = extraFields.aes, facts.isEncrypted else { throw .refused(.extraFieldMalformed, "AES") }
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
