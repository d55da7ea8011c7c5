import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON as the tool prints it: keys in order, and nothing in its strings that could steer a terminal or end a line.
enum PrintedJSON {
    /// How a value is spread over lines.
    enum Layout {
        /// All on one line.
        case line
        /// Each row of its lists on one line (Format, clause 4.3).
        case rows
        /// Each value on a line of its own.
        case indented
    }

    /// The text of a value, with the end of its last line.
    static func text(of value: some Encodable, _ layout: Layout) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if layout == .indented { encoder.outputFormatting.insert(.prettyPrinted) }
        var bytes = [UInt8](try encoder.encode(value))
        if layout == .rows, let rows = JSONText.canonical(bytes) {
            bytes = rows
        } else {
            bytes.append(0x0A)
        }
        return PrintableText.escapedJSON(String(decoding: bytes, as: UTF8.self))
    }
}
