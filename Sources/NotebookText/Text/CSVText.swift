/// Comma-separated values (RFC 4180).
package enum CSVText {
    /// A row with its line end: values are in quotation marks where they have to be.
    package static func row(_ values: [String]) -> String {
        let cells = values.map { value in
            let needsQuotes = value.contains { ",\"\r\n;\t".contains($0) || $0.isNewline } || value.first == " "
            return needsQuotes ? quoted(value) : value
        }
        return cells.joined(separator: ",") + "\r\n"
    }

    /// A value in quotation marks.
    package static func quoted(_ value: String) -> String { "\"\(value.replacing("\"", with: "\"\""))\"" }
}
