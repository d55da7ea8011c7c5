/// Percent-encoding (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Decodes `%XX` in a text; `nil` if the result is not UTF-8.
    ///
    /// A `%` without two digits stays as it is.
    package static func decode(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(validating: decodedBytes(Array(text.utf8)), as: UTF8.self)
    }

    /// Decodes `%XX` into bytes, which may not be valid UTF-8.
    package static func decodedBytes(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    private static let encoded = Array("\"#%<>?[\\]^`{|}()\u{7F}".utf8)

    /// Encodes the characters of a path that could end or change a destination; others stay readable.
    package static func encode(_ path: String) -> String {
        guard path.utf8.contains(where: { $0 <= 0x20 || encoded.contains($0) }) else { return path }
        var output: [UInt8] = []
        for byte in path.utf8 {
            if byte <= 0x20 || encoded.contains(byte) {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? { ASCII.hexadecimalValue(byte).map(UInt8.init) }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
