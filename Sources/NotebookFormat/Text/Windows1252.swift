/// The usual encoding of texts that are not UTF-8 (WHATWG Encoding, “windows-1252”).
enum Windows1252 {
    /// The bytes as UTF-8, and how many of them were invalid: each of these is read as one character.
    ///
    /// Valid UTF-8 stays unchanged.
    static func decodingStrays(in bytes: [UInt8]) -> (bytes: [UInt8], strays: Int) {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var (start, strays) = (0, 0)
        while let stray = UTF8Validity.firstProblem(in: bytes, start..<bytes.count) {
            output += bytes[start..<stray]
            output += Array(String(character(bytes[stray])).utf8)
            start = stray + 1
            strays += 1
        }
        return (output + bytes[start...], strays)
    }

    private static func character(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// The characters of 0x80 to 0x9F; where undefined, the control character of Latin-1.
    private static let upper = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
