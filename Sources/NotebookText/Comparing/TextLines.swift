/// The lines of a text.
package enum TextLines {
    /// The lines, each with its line feed; the last may lack it.
    package static func of(_ bytes: some Collection<UInt8>) -> [ArraySlice<UInt8>] {
        let bytes = Array(bytes)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    /// The words of a text and the text between them, each as a separate piece.
    ///
    /// Chinese and Japanese have no spaces between words; each of their characters is a piece.
    package static func words(of bytes: some Collection<UInt8>) -> [ArraySlice<UInt8>] {
        let bytes = Array(bytes)
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let kind = Kind(at: start, in: bytes)
            var end = start + length(at: start, in: bytes)
            while kind != .mark, end < bytes.count, Kind(at: end, in: bytes) == kind {
                end += length(at: end, in: bytes)
            }
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }

    /// The length in bytes of the character at an index; 1 if it is not valid UTF-8.
    private static func length(at index: Int, in bytes: [UInt8]) -> Int {
        let count =
            switch bytes[index] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        let rest = bytes[index...].dropFirst().prefix(count - 1)
        return rest.count == count - 1 && rest.allSatisfy { $0 & 0xC0 == 0x80 } ? count : 1
    }

    private enum Kind {
        case letter
        case space
        case mark

        init(at index: Int, in bytes: [UInt8]) {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: self = .space
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .letter
            case 0x80...: self = Self.isIdeographic(at: index, in: bytes) ? .mark : .letter
            default: self = .mark
            }
        }

        /// Whether a character is a piece by itself: U+2E80–U+A4CF, U+F900–U+FAFF, U+FE30–U+FE4F, U+FF00–U+FF9F,
        /// U+20000–U+3FFFF.
        private static func isIdeographic(at index: Int, in bytes: [UInt8]) -> Bool {
            guard index + 2 < bytes.count else { return false }
            switch (bytes[index], bytes[index + 1]) {
            case (0xE2, 0xBA...0xBF), (0xE3...0xE9, _), (0xEA, 0x80...0x92), (0xEF, 0xA4...0xAB), (0xEF, 0xBC...0xBD),
                (0xF0, 0xA0...0xBF):
                return true
            case (0xEF, 0xB8): return (0xB0...).contains(bytes[index + 2])
            case (0xEF, 0xBE): return bytes[index + 2] < 0xA0
            default: return false
            }
        }
    }
}
