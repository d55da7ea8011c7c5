/// The classes of ASCII characters in the grammar (CommonMark 0.31.2 §2.1).
package enum ASCII {
    /// Whether a byte is one of `!"#$%&'()*+,-./:;<=>?@[\]^_` `` ` `` `{|}~`.
    @inline(__always)
    package static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    @inline(__always)
    package static func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

    @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always)
    package static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// Whether a byte is a space, a tab, or the line feed that represents every line end in the content of a block.
    @inline(__always)
    package static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }

    /// The value of a hexadecimal digit.
    package static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte &- 0x30)
        case 0x41...0x46: UInt32(byte &- 0x37)
        case 0x61...0x66: UInt32(byte &- 0x57)
        default: nil
        }
    }

    @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }
}

extension Array<UInt8> {
    /// The byte at an offset; `nil` at or after a limit.
    @inline(__always)
    package func byte(at offset: Int, before limit: Int) -> UInt8? { offset < limit ? self[offset] : nil }

    /// Whether these bytes come next, in any letter case of ASCII; `text` is in lower case.
    package func contains(_ text: StaticText, at offset: Int, before limit: Int) -> Bool {
        guard limit - offset >= text.bytes.count else { return false }
        for index in 0..<text.bytes.count where ASCII.lowercased(self[offset + index]) != text.bytes[index] {
            return false
        }
        return true
    }

    /// The first occurrence of these bytes between two offsets, in any letter case of ASCII; `text` is in lower case.
    package func firstOccurrence(of text: StaticText, from start: Int, before limit: Int) -> Int? {
        guard let first = text.bytes.first else { return nil }
        var offset = start
        while offset + text.bytes.count <= limit {
            if ASCII.lowercased(self[offset]) == first, contains(text, at: offset, before: limit) { return offset }
            offset += 1
        }
        return nil
    }

    /// The offset after spaces and tabs, and at most one line feed among them.
    package func skippingOneLineEnd(from start: Int, before limit: Int) -> Int {
        var offset = start
        var lineEnds = 0
        while offset < limit, ASCII.isWhiteSpace(self[offset]) {
            if self[offset] == 0x0A {
                guard lineEnds == 0 else { break }
                lineEnds += 1
            }
            offset += 1
        }
        return offset
    }

    /// The offset after spaces and tabs.
    package func skippingBlanks(from start: Int, before limit: Int) -> Int {
        var offset = start
        while offset < limit, Line.isBlank(self[offset]) { offset += 1 }
        return offset
    }
}

extension Range<Int> {
    /// The part without surrounding spaces and tabs.
    package func trimmed(in bytes: [UInt8]) -> Range<Int> {
        var range = self
        while !range.isEmpty, Line.isBlank(bytes[range.lowerBound]) { range = range.lowerBound + 1..<range.upperBound }
        while !range.isEmpty, Line.isBlank(bytes[range.upperBound - 1]) {
            range = range.lowerBound..<range.upperBound - 1
        }
        return range
    }
}
