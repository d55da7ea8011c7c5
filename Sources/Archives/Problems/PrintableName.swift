/// A name from an archive made safe to print, with escapes for unprintable characters and those that could control a
/// terminal.
///
/// Each byte of invalid UTF-8 is written as `\xNN`; control, format, private-use and unassigned characters and line
/// separators as `\u{N}`; a backslash is doubled. Names of more than 256 characters are cut and end with an ellipsis.
package struct PrintableName: CustomStringConvertible, Sendable {
    /// The safe text.
    package let description: String

    /// Creates the safe form of a name given as bytes.
    package init(_ name: some Sequence<UInt8>) {
        let bytes = Array(name)
        var text = ""
        var index = 0
        var count = 0
        while index < bytes.count {
            guard count < Self.longest else {
                text += "…"
                break
            }
            let (piece, length) = Self.piece(of: bytes[index...])
            text += piece
            index += length
            count += 1
        }
        description = text
    }

    private static let longest = 256

    private static func piece(of bytes: ArraySlice<UInt8>) -> (text: String, length: Int) {
        for length in 1...4 where length <= bytes.count {
            guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
                let scalar = text.unicodeScalars.first
            else { continue }
            return (shown(scalar), length)
        }
        return ("\\x" + hexadecimal(bytes.first ?? 0), 1)
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\\" { return "\\\\" }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        default:
            return String(Character(scalar))
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
