/// A number in a tar's header: octal digits, with spaces before and spaces or NULs after them, or for larger numbers
/// GNU's big-endian binary after a byte of 0x80.
struct TarNumber {
    let value: Int64

    /// Reads a field; empty is 0.
    ///
    /// Only a time may be negative, which is binary after 0xFF.
    init(_ field: ArraySlice<UInt8>, mayBeNegative: Bool = false) throws(ArchiveProblem) {
        guard let first = field.first, first & 0x80 != 0 else {
            value = try Self.octal(field)
            return
        }
        let rest = field.dropFirst()
        let low = rest.suffix(8)
        let bits = Int64(bitPattern: low.reduce(0) { $0 << 8 | UInt64($1) })
        if first & 0x40 != 0 {
            guard mayBeNegative else { throw .refused(.numberNegative) }
            guard first == 0xFF, rest.dropLast(low.count).allSatisfy({ $0 == 0xFF }), bits < 0 else {
                throw .refused(.numberTooLarge)
            }
        } else {
            guard first == 0x80, rest.dropLast(low.count).allSatisfy({ $0 == 0 }), bits >= 0 else {
                throw .refused(.numberTooLarge)
            }
        }
        value = bits
    }

    private static func octal(_ field: ArraySlice<UInt8>) throws(ArchiveProblem) -> Int64 {
        let digits = field.drop { $0 == UInt8(ascii: " ") }
        var value: Int64 = 0
        for (index, byte) in zip(digits.indices, digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else {
                guard digits[index...].allSatisfy({ $0 == 0 || $0 == UInt8(ascii: " ") }) else {
                    let isNegative = byte == UInt8(ascii: "-")
                    throw .refused(isNegative ? .numberNegative : .numberMalformed)
                }
                break
            }
            // A field has at most twelve digits: 36 bits.
            value = value << 3 | Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
