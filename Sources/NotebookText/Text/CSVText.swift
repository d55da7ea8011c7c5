/// Comma-separated values (RFC 4180).
package enum CSVText {
    /// A row with its line end: values are in quotation marks where they have to be.
    package static func row(_ values: [String]) -> String {
        let cells = values.map { value in
            let needsQuotes = value.unicodeScalars.contains(where: isSeparator) || value.utf8.first == 0x20
            return needsQuotes ? quoted(value) : value
        }
        return cells.joined(separator: ",") + "\r\n"
    }

    /// Whether a code point separates values or lines, whatever mark is on it.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ",", ";", "\"", "\t"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// A value in quotation marks.
    package static func quoted(_ value: String) -> String { "\"\(value.replacing("\"", with: "\"\""))\"" }
}
