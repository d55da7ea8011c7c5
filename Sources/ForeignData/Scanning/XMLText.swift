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

    /// The number of characters in a text in UTF-8 that XML cannot hold.
    package static func lostCharacters(in text: ArraySlice<UInt8>) -> Int {
        text.indices.count { index in
            switch text[index] {
            case 0x09, 0x0A, 0x0D: false
            case 0..<0x20: true
            case 0xEF: [[0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF]].contains { text[index...].starts(with: $0) }
            default: false
            }
        }
    }
}
