/// Word boundaries in UTF-8.
enum WordBoundaries {
    /// Whether an offset is at a word boundary: the character before or after it is not a letter or digit.
    static func isBoundary(_ text: [UInt8], _ index: Int) -> Bool {
        !isInWord(scalar(before: index, in: text)) || !isInWord(scalar(at: index, in: text))
    }

    /// Whether a range is not part of longer words; punctuation at its ends, as in `C++`, belongs to the word.
    static func areAround(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        guard isBoundary(text, range.lowerBound), isBoundary(text, range.upperBound), !range.isEmpty else {
            return false
        }
        func isMark(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !isInWord(Unicode.Scalar(byte)) }
        if isMark(text[range.lowerBound]), isInWord(scalar(before: range.lowerBound, in: text)) { return false }
        return !(isMark(text[range.upperBound - 1]) && isInWord(scalar(at: range.upperBound, in: text)))
    }

    /// Whether a word can begin at an offset.
    static func isWordStart(_ text: [UInt8], _ index: Int) -> Bool { !isInWord(scalar(before: index, in: text)) }

    private static func scalar(before index: Int, in text: [UInt8]) -> Unicode.Scalar? {
        guard index > 0 else { return nil }
        var start = index - 1
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        return String(decoding: text[start..<index], as: UTF8.self).unicodeScalars.first
    }

    private static func scalar(at index: Int, in text: [UInt8]) -> Unicode.Scalar? {
        String(decoding: text[index..<min(index + 4, text.count)], as: UTF8.self).unicodeScalars.first
    }

    private static func isInWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        // Chinese and Japanese have no spaces between words.
        if (0x3000...0x9FFF).contains(scalar.value) { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }
}
