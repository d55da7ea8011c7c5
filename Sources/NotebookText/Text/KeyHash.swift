/// A hash of a text's comparison key.
///
/// It does not make the key if the text is ASCII.
///
/// Its factor is random in each process, so that nobody can construct texts with equal hashes.
package enum KeyHash {
    /// The hash of a text in UTF-8.
    package static func of(_ text: Span<UInt8>) -> UInt64 {
        guard text.isASCII else {
            let key = ComparisonKey(String(copying: text)).text
            return folding(key.utf8.span)
        }
        return folding(text)
    }

    private static func folding(_ text: Span<UInt8>) -> UInt64 {
        var hash = UInt64(text.count)
        for index in 0..<text.count {
            let byte = text[index]
            hash = (hash ^ UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte)) &* factor
        }
        hash = (hash ^ hash >> 29) &* factor
        return hash ^ hash >> 32
    }

    private static let factor = UInt64.random(in: 0 ... .max) | 1
}
