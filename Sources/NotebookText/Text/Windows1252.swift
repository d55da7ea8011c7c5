/// The usual encoding of texts that are not UTF-8 (WHATWG Encoding, “windows-1252”).
package enum Windows1252 {
    /// Converts bytes to UTF-8, reading each invalid byte as one character; returns the number of these, too.
    ///
    /// Valid UTF-8 stays unchanged.
    package static func decodingStrays(in bytes: [UInt8]) -> (bytes: [UInt8], strays: Int) {
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

    /// The characters of 0x80 to 0x9F, with the control characters of Latin-1 for undefined ones.
    private static let upper = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
