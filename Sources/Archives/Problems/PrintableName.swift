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

/// Texts for people that an archive can contain besides its members: names of files, and comments.
///
/// They must be short and contain only text, since other programs might recognise an archive in anything else.
enum FreeText {
    /// The longest comment, in bytes.
    static let longestComment = 1_024
    /// The longest name, in bytes; no file system has longer ones.
    static let longestName = 255
    /// The maximum size of extended headers that the format does not use, and of an extra field that does not consist
    /// of zeros.
    static let longestForeignData = 1_024
    /// The maximum size of a file system's attributes of a file, such as where it was downloaded from.
    static let longestAttributes = 16_384

    /// Whether bytes are a valid comment: a few lines of text in any encoding, without control characters.
    static func isComment(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count <= longestComment && bytes.allSatisfy { isText($0) || [0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Whether a byte can occur in a line of text.
    static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }
}
