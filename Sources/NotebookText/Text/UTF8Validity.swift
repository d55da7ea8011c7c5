/// Finds invalid UTF-8 (RFC 3629).
package enum UTF8Validity {
    /// The offset of the first invalid byte, or `nil` if all are valid.
    package static func firstProblem(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        let span = bytes.span.extracting(0..<range.upperBound)
        var index = range.lowerBound
        while let next = span.firstIndexAboveASCII(from: index) {
            index = next
            guard let length = sequenceLength(in: bytes, at: index, until: range.upperBound) else {
                return index
            }
            index += length
        }
        return nil
    }

    /// The length of the well-formed sequence of several bytes that begins here (Unicode 15.0 table 3-7).
    private static func sequenceLength(in bytes: [UInt8], at start: Int, until end: Int) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch bytes[start] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard start + length <= end, second.contains(bytes[start + 1]) else { return nil }
        for index in start + 2..<max(start + 2, start + length) where bytes[index] & 0xC0 != 0x80 { return nil }
        return length
    }
}

/// Texts in the encoding that some editors call “Unicode” (RFC 2781).
package enum UTF16Text {
    /// Converts a text to UTF-8, without its byte order mark; `nil` if the bytes have no such mark, or are not valid.
    package static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }
}

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

    /// The character of a byte.
    package static func character(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// The characters of 0x80 to 0x9F, with the control characters of Latin-1 for undefined ones.
    private static let upper = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
