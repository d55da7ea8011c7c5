/// Makes untrusted texts safe to print, so that they cannot move the cursor, change colours or hide characters.
package enum PrintableText {
    /// Writes control characters, bidirectional controls and noncharacters of a text as `\u{…}`.
    package static func escaped(_ text: some StringProtocol) -> String {
        let plain = String(text)
        // A pass over the bytes is enough for nearly every text, and takes a fiftieth of the time of looking up
        // properties.
        if plain.utf8.span.isPrintableASCII { return plain }
        guard text.unicodeScalars.contains(where: isUnsafe) else { return plain }
        var output = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// Writes these characters in the strings of a JSON text as `\uXXXX`, which keeps its meaning.
    package static func escapedJSON(_ text: String) -> String {
        func mustGo(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x7F && isUnsafe(scalar) }
        guard text.unicodeScalars.contains(where: mustGo) else { return text }
        var output = ""
        for scalar in text.unicodeScalars {
            guard mustGo(scalar) else {
                output.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return output
    }

    /// The text, safe to print, in quotation marks.
    package static func quoted(_ text: some StringProtocol) -> String { "“\(escaped(text))”" }

    /// The text, safe to print, in quotation marks; cut to this many code points with an ellipsis if it is longer.
    package static func quoted(_ text: String, upTo length: Int) -> String {
        let scalars = text.unicodeScalars
        let end = scalars.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        return quoted(text[..<end] + (end < text.endIndex ? "…" : ""))
    }

    /// A character for messages: the character itself if it is printable, and its code point.
    package static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let point = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return isUnsafe(scalar) || scalar.properties.isWhitespace ? point : "“\(scalar)” (\(point))"
    }

    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
            true
        default: scalar.properties.isNoncharacterCodePoint
        }
    }
}
