import NotebookText

/// Labels of link references (CommonMark 0.31.2 §6.3).
package enum ReferenceLabel {
    /// The maximum number of characters in a label.
    static let maximumCharacters = 999

    /// The text of the label whose `[` is at an offset, without brackets; it may be empty or blank.
    static func scan(_ bytes: [UInt8], at start: Int) -> Range<Int>? {
        guard bytes.byte(at: start, before: bytes.count) == UInt8(ascii: "[") else { return nil }
        var offset = start + 1
        var characters = 0
        while offset < bytes.count, characters <= maximumCharacters {
            switch bytes[offset] {
            case UInt8(ascii: "]"): return start + 1..<offset
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "\\"):
                if let next = bytes.byte(at: offset + 1, before: bytes.count), ASCII.isPunctuation(next) {
                    offset += 1
                    characters += 1
                }
            default: break
            }
            offset += 1
            // Continuation bytes are not counted.
            if offset == bytes.count || bytes[offset] & 0xC0 != 0x80 { characters += 1 }
        }
        return nil
    }

    /// The key of a label, equal for matching labels: folded, with single spaces for white space; `nil` if it is blank.
    package static func key(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8]? {
        guard range.count <= 4 * maximumCharacters else { return nil }
        var key: [UInt8] = []
        key.reserveCapacity(range.count)
        var isASCII = true
        var characters = 0
        for byte in bytes[range] {
            if byte & 0xC0 != 0x80 { characters += 1 }
            if !ASCII.isWhiteSpace(byte) {
                isASCII = isASCII && byte < 0x80
                key.append(ASCII.lowercased(byte))
            } else if let last = key.last, last != 0x20 {
                key.append(0x20)
            }
        }
        if key.last == 0x20 { key.removeLast() }
        guard !key.isEmpty, characters <= maximumCharacters else { return nil }
        return isASCII ? key : Array(CaseFolding.folded(String(decoding: key, as: UTF8.self)).utf8)
    }
}
