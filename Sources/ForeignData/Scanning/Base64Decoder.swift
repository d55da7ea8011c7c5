/// Decodes base64 that comes in pieces, with any line breaks (RFC 4648 §4); skips all other characters.
package struct Base64Decoder {
    private var bits: UInt32 = 0
    private var count = 0
    /// Whether a character occurred that is neither base64 nor white space.
    package private(set) var isDamaged = false

    /// Makes a decoder.
    package init() {}

    /// Decodes a piece of the text.
    package mutating func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        for byte in text {
            let value: UInt32
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte) - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte) - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte) + 4
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            case UInt8(ascii: "="):
                (bits, count) = (0, 0)
                continue
            default:
                if byte > 0x20 { isDamaged = true }
                continue
            }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return output
    }
}
