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

    /// The text of what a verb answers: one object with a version, whose keys docs/output.schema.json describes.
    static func text(ofAnswer answer: some Encodable) throws -> String {
        try text(of: Versioned(answer: answer), .rows)
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

/// An answer with the version of the schema that it follows.
private struct Versioned<Content: Encodable>: Encodable {
    let answer: Content

    private enum Key: CodingKey { case version }

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .version)
    }
}
