/// Lower-case hexadecimal numbers.
enum Hexadecimal {
    /// The value of up to 16 lower-case digits; `nil` if one of them is something else.
    @inline(__always)
    static func value(of bytes: [UInt8], in range: Range<Int>) -> UInt64? {
        var value: UInt64 = 0
        // Negative as long as each byte lies in one of the two ranges; without branches, which random digits would make
        // unpredictable.
        var signs = -1
        for index in range {
            let byte = bytes[index]
            signs &= (Int(byte &- 0x30) &- 10) | (Int(byte &- 0x61) &- 6)
            value = value &<< 4 | UInt64((byte & 15) &+ (byte &>> 6) &* 9)
        }
        return signs < 0 ? value : nil
    }

    static func append(_ value: UInt64, digits count: Int, to output: inout [UInt8]) {
        var shift = count * 4
        while shift > 0 {
            shift -= 4
            let digit = UInt8(value &>> UInt64(shift) & 15)
            output.append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
        }
    }
}
