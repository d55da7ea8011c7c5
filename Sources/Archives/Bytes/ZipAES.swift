/// The encryption of a zip's member: WinZip’s AES, an extra field and a frame around the data (AE-1, AE-2).
package struct ZipAES: Equatable, Sendable {
    /// 1, 2 or 3 for keys of 128, 192 or 256 bits.
    package var strength: UInt8

    /// The compression method before encryption.
    package var method: UInt16

    /// Whether the CRC-32 of the content is omitted (AE-2), since it reveals something about it.
    package var hidesChecksum = true

    static let identifier: UInt16 = 0x9901

    /// Makes the form that writers use: 256 bits, AE-2.
    init(strength: UInt8 = 3, method: UInt16) {
        self.strength = strength
        self.method = method
    }

    /// Reads the value of the extra field.
    init(_ value: ArraySlice<UInt8>) throws(ArchiveProblem) {
        guard value.count == 7, let strength = value.slice(at: 4, count: 1)?.first, (1...3).contains(strength),
            value.slice(at: 2, count: 2)?.elementsEqual("AE".utf8) == true, (1...2).contains(value.uint16(at: 0))
        else { throw .refused(.extraFieldMalformed, "AES") }
        self.strength = strength
        method = value.uint16(at: 5)
        hidesChecksum = value.uint16(at: 0) == 2
    }

    /// The size of the frame around the encrypted data: salt, password check, and authentication code.
    var overhead: Int { 4 * (Int(strength) + 1) + 2 + 10 }

    /// The extra field, as bytes.
    var extraField: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: Self.identifier)
        bytes.append(littleEndian: UInt16(7))
        bytes.append(littleEndian: UInt16(hidesChecksum ? 2 : 1))
        bytes += Array("AE".utf8) + [strength]
        bytes.append(littleEndian: method)
        return bytes
    }
}
