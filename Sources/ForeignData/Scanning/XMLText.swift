/// Writes text into XML 1.0 (W3C XML 1.0, §2.2 and §2.4).
package enum XMLText {
    /// A text for the content of an element, or for a value in double quotation marks; characters that XML cannot hold
    /// are left out.
    package static func escaped(_ text: some StringProtocol) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;".utf8
            case "<": output += "&lt;".utf8
            case ">": output += "&gt;".utf8
            case "\"": output += "&quot;".utf8
            case "\t", "\n": output.append(UInt8(scalar.value))
            case "\r": output += "&#13;".utf8
            default:
                guard scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF else { continue }
                output += String(Character(scalar)).utf8
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// Encodes base64 piece by piece, in lines of 76 characters (RFC 2045 §6.8).
package struct Base64Encoder {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private var rest: [UInt8] = []
    private var column = 0

    /// Makes an encoder.
    package init() {}

    /// Encodes some bytes, as far as they fill whole groups.
    package mutating func encode(_ bytes: [UInt8]) -> String {
        // What came before is shorter than a group, so only the first bytes have to be joined.
        let head = rest.isEmpty ? 0 : min(3 - rest.count, bytes.count)
        rest += bytes[..<head]
        guard rest.isEmpty || rest.count == 3 else { return "" }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 3 * 4 + bytes.count / 57 + 8)
        if rest.count == 3 { add(rest[0], rest[1], rest[2], 4, &output) }
        let end = head + (bytes.count - head) / 3 * 3
        var offset = head
        while offset < end {
            add(bytes[offset], bytes[offset + 1], bytes[offset + 2], 4, &output)
            offset += 3
        }
        rest = Array(bytes[end...])
        return String(decoding: output, as: UTF8.self)
    }

    /// Encodes the end.
    package mutating func finish() -> String {
        var output: [UInt8] = []
        if rest.count == 1 { add(rest[0], 0, 0, 2, &output) }
        if rest.count == 2 { add(rest[0], rest[1], 0, 3, &output) }
        rest = []
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func add(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ count: Int, _ output: inout [UInt8]) {
        let all = Int(a) << 16 | Int(b) << 8 | Int(c)
        output.append(Self.digits[all >> 18])
        output.append(Self.digits[all >> 12 & 63])
        output.append(count > 2 ? Self.digits[all >> 6 & 63] : UInt8(ascii: "="))
        output.append(count > 3 ? Self.digits[all & 63] : UInt8(ascii: "="))
        column += 4
        if column == 76 {
            output.append(0x0A)
            column = 0
        }
    }
}
