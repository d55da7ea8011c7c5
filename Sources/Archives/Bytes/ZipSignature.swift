/// The first four bytes of each record of a zip (APPNOTE 4.3), and the fixed parts' lengths with them.
enum ZipSignature {
    static let localHeader: UInt32 = 0x0403_4B50
    static let dataDescriptor: UInt32 = 0x0807_4B50
    static let directoryRecord: UInt32 = 0x0201_4B50
    static let zip64EndRecord: UInt32 = 0x0606_4B50
    static let zip64Locator: UInt32 = 0x0706_4B50
    static let endRecord: UInt32 = 0x0605_4B50

    /// Whether a file begins like a zip: with a member, the end of an empty zip, or the mark of a split one.
    static func isAtStart(of bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 4 else { return false }
        return [localHeader, endRecord, zip64EndRecord, dataDescriptor].contains(bytes.uint32(at: 0))
    }
}

/// The fixed lengths of the records, in bytes.
enum ZipLength {
    static let localHeader = 30
    static let directoryRecord = 46
    static let zip64EndRecord = 56
    static let zip64Locator = 20
    static let endRecord = 22
    static let longestComment = 0xFFFF
}

/// General purpose bit flags (APPNOTE 4.4.4) that change how a member is read.
enum ZipFlag {
    static let patchedData: UInt16 = 1 << 5
    static let utf8: UInt16 = 1 << 11
    static let directoryEncrypted: UInt16 = 1 << 13

    /// Whether the content is encrypted (bits 0 and 6).
    static func isEncrypted(_ flags: UInt16) -> Bool { flags & (1 << 0 | 1 << 6) != 0 }
}

/// The compression methods that are supported (APPNOTE 4.4.5), and the names of the others.
enum ZipMethod {
    static let stored: UInt16 = 0
    static let deflated: UInt16 = 8
    static let encrypted: UInt16 = 99

    static func name(_ method: UInt16) -> String {
        names[method] ?? "method \(method)"
    }

    private static let names: [UInt16: String] = [
        1: "shrunk", 2: "reduced 1", 3: "reduced 2", 4: "reduced 3", 5: "reduced 4", 6: "imploded", 9: "Deflate64",
        10: "PKWARE imploding", 12: "bzip2", 14: "LZMA", 18: "IBM TERSE", 19: "IBM LZ77", 20: "Zstandard, deprecated",
        93: "Zstandard", 94: "MP3", 95: "xz", 96: "JPEG", 97: "WavPack", 98: "PPMd", 99: "AES encryption",
    ]
}

/// The value of a field whose true value is in the zip64 extra field or end record (APPNOTE 4.4.1.4).
enum Zip64Sentinel {
    static let word: UInt16 = 0xFFFF
    static let doubleWord: UInt32 = 0xFFFF_FFFF
}

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
