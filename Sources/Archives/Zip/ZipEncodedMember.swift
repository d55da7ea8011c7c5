/// A small member of a zip, ready to write.
struct ZipEncodedMember: Sendable {
    let member: ZipWrittenMember
    let data: ArraySlice<UInt8>

    /// The maximum size of small members, which one core handles as a whole.
    static let largest = UInt64(Density.pieceSize)

    /// Deflates content, unless it would not shrink, and encrypts it if there is a password.
    init(_ member: NewMember, _ content: [UInt8], level: Int, password: [UInt8]?) throws {
        let size = UInt64(content.count)
        var written = ZipWrittenMember(
            name: member.name, size: size, method: ZipMethod.stored, checksum: CRC32.of(content[...]),
            compressedSize: size)
        var data = content[...]
        if !member.isAlreadyCompressed, !content.isEmpty, !Density.isDense(data) {
            let deflated = try Deflate.compress(data, level: level)
            if deflated.count < content.count {
                data = deflated[...]
                written.method = ZipMethod.deflated
                written.compressedSize = UInt64(deflated.count)
            }
        }
        if let password, !data.isEmpty {
            data = try ZipEncryption.encrypt(data, password: password)
            written = written.encrypted
        }
        (self.member, self.data) = (written, data)
    }
}
