import NotebookText

/// Text and addresses in HTML.
package enum HTMLText {
    /// Escapes a text for the content of an element or for a value in double quotation marks.
    package static func escaped(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { replacement(for: $0) != nil }) else { return String(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if let replacement = replacement(for: byte) {
                output += replacement.utf8
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func replacement(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
    }

    /// Writes an address for a value in double quotation marks, and percent-encodes what a URL cannot contain.
    package static func address(_ address: some StringProtocol) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        output.reserveCapacity(address.utf8.count)
        for byte in address.utf8 {
            if byte == UInt8(ascii: "&") {
                output += "&amp;".utf8
            } else if ASCII.isAlphanumeric(byte) || signs.contains(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The address of an element of the same page by its `id`; `address` does not change the result.
    package static func fragment(_ id: some StringProtocol) -> String { "#" + path(id) }

    /// A relative path as an address; `address` does not change the result.
    package static func path(_ path: some StringProtocol) -> String {
        address(PercentEncoding.encode(String(path)).replacing("&", with: "%26"))
    }

    private static let signs = Set("-_.+!*'(),%#@?=;:/$~".utf8)
}
