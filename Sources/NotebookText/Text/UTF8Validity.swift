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
