import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON as the tool prints it: keys in order, with control characters in strings escaped.
enum PrintedJSON {
    /// How a value is laid out in lines.
    enum Layout {
        /// All on one line.
        case line
        /// Each row of its lists on one line (Format, clause 4.3).
        case rows
        /// Each value on a line of its own.
        case indented
    }

    /// The answer of a verb as text: one object with a version, whose keys docs/output.schema.json describes.
    static func text(ofAnswer answer: some Encodable) throws -> String {
        try text(of: Versioned(answer: answer), .rows)
    }

    /// The text of a value, ending in a line feed.
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
