/// Lower-case hexadecimal numbers.
package enum Hexadecimal {
    /// The value of eight lower-case digits, the first one in the lowest byte; `nil` if one of them is not a digit.
    ///
    /// Computed on the bytes of a word in parallel: each byte is below 0x80, so the highest bit of a sum shows whether
    /// the byte reaches a bound, and nothing carries into the next byte.
    @inline(__always)
    package static func value(ofEightDigits word: UInt64) -> UInt64? {
        let each: UInt64 = 0x0101_0101_0101_0101
        let highest = each &* 0x80
        @inline(__always)
        func reaches(_ bound: UInt64) -> UInt64 { word &+ each &* (0x80 &- bound) }
        let isDigit = reaches(0x30) & ~reaches(0x3A)
        let isLetter = reaches(0x61) & ~reaches(0x67)
        guard (isDigit | isLetter) & ~word & highest == highest else { return nil }
        let digits = word & (each &* 0x0F) &+ (word &>> 6 & each) &* 9
        let bytes = (digits &<< 4 | digits &>> 8) & 0x00FF_00FF_00FF_00FF
        let pairs = (bytes | bytes &>> 8) & 0x0000_FFFF_0000_FFFF
        return UInt64(UInt32(truncatingIfNeeded: pairs | pairs &>> 16).byteSwapped)
    }

    /// Whether a byte is a lower-case digit.
    package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }

    package static func append(_ value: UInt64, digits count: Int, to output: inout [UInt8]) {
        var shift = count * 4
        while shift > 0 {
            shift -= 4
            let digit = UInt8(value &>> UInt64(shift) & 15)
            output.append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
        }
    }
}
