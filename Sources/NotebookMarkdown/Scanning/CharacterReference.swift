import NotebookText

/// Entity and numeric character references (CommonMark 0.31.2 §2.5).
package enum CharacterReference {
    /// The longest name.
    private static let maximumName = 31

    /// The text of the reference whose `&` is at an offset, and the offset after its `;`.
    package static func scan(
        _ bytes: [UInt8], at start: Int, before limit: Int
    ) -> (text: String, end: Int)? {
        guard let end = end(bytes, at: start, before: limit) else { return nil }
        let name = start + 1..<end - 1
        if bytes[name.lowerBound] == UInt8(ascii: "#") { return (String(Character(numeric(bytes, name))), end) }
        return named(bytes[name]).map { ($0, end) }
    }

    /// The offset after the `;` of text in the form of a reference.
    private static func end(_ bytes: [UInt8], at start: Int, before limit: Int) -> Int? {
        var offset = start + 1
        let isNumeric = bytes.byte(at: offset, before: limit) == UInt8(ascii: "#")
        var isHexadecimal = false
        if isNumeric {
            offset += 1
            isHexadecimal = bytes.byte(at: offset, before: limit).map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
            if isHexadecimal { offset += 1 }
        }
        let maximum = isHexadecimal ? 6 : isNumeric ? 7 : maximumName
        let first = offset
        while let byte = bytes.byte(at: offset, before: limit), offset - first < maximum,
            isHexadecimal
                ? ASCII.hexadecimalValue(byte) != nil : isNumeric ? ASCII.isDigit(byte) : ASCII.isAlphanumeric(byte)
        {
            offset += 1
        }
        return offset > first && bytes.byte(at: offset, before: limit) == UInt8(ascii: ";") ? offset + 1 : nil
    }

    /// The character of `#…` or `#x…`.
    private static func numeric(_ bytes: [UInt8], _ range: Range<Int>) -> Unicode.Scalar {
        let isHexadecimal = bytes[range.lowerBound + 1] | 0x20 == UInt8(ascii: "x")
        let digits = bytes[range.lowerBound + (isHexadecimal ? 2 : 1)..<range.upperBound]
        let value = digits.reduce(0) { $0 * (isHexadecimal ? 16 : 10) + (ASCII.hexadecimalValue($1) ?? 0) }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// The characters for a name.
    private static func named(_ name: ArraySlice<UInt8>) -> String? {
        let table = CharacterReferenceTable.bytes
        var low = 0
        var high = table.count - 1
        // Both are at separators of entries. If the table contains the name, it is after `low` and before `high`.
        while low < high {
            var start = (low + high) / 2
            while table[start] > 0x20 { start -= 1 }
            var nameEnd = start + 1
            while table[nameEnd] != UInt8(ascii: "=") { nameEnd += 1 }
            var end = nameEnd
            while table[end] > 0x20 { end += 1 }
            let candidate = table[start + 1..<nameEnd]
            if candidate.elementsEqual(name) { return text(table[nameEnd + 1..<end]) }
            if candidate.lexicographicallyPrecedes(name) { low = end } else { high = start }
        }
        return nil
    }

    private static func text(_ points: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for point in points.split(separator: UInt8(ascii: ",")) {
            let value = point.reduce(0) { $0 * 16 + (ASCII.hexadecimalValue($1) ?? 0) }
            text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return String(text)
    }
}
