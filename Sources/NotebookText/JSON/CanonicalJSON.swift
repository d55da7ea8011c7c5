/// The writer of canonical JSON (Format, clause 4.3).
package enum CanonicalJSON {
    /// Writes a whole text: the two outer levels over several lines, deeper ones on one line.
    package static func text(of members: [JSONValue.Member]) -> [UInt8] {
        var output: [UInt8] = Array("{\n".utf8)
        for (index, member) in members.enumerated() {
            output.append(contentsOf: index == 0 ? "  ".utf8 : ",\n  ".utf8)
            append(member.key, to: &output)
            output.append(contentsOf: ": ".utf8)
            appendBroken(member.value, to: &output)
        }
        output.append(contentsOf: "\n}\n".utf8)
        return output
    }

    private static func appendBroken(_ value: JSONValue, to output: inout [UInt8]) {
        switch value.content {
        case .array(let elements) where !elements.isEmpty:
            output.append(contentsOf: "[\n    ".utf8)
            appendList(elements, separator: ",\n    ", to: &output) { append($0, to: &$1) }
            output.append(contentsOf: "\n  ]".utf8)
        case .object(let members) where !members.isEmpty:
            output.append(contentsOf: "{\n    ".utf8)
            appendList(members, separator: ",\n    ", to: &output) { append($0, to: &$1) }
            output.append(contentsOf: "\n  }".utf8)
        default:
            append(value, to: &output)
        }
    }

    /// Writes a value on one line.
    package static func append(_ value: JSONValue, to output: inout [UInt8]) {
        switch value.content {
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            appendList(members, separator: ", ", to: &output) { append($0, to: &$1) }
            output.append(UInt8(ascii: "}"))
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            appendList(elements, separator: ", ", to: &output) { append($0, to: &$1) }
            output.append(UInt8(ascii: "]"))
        case .string(let text): append(text, to: &output)
        case .number(let spelling): output.append(contentsOf: spelling.utf8)
        case .boolean(let value): output.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .null: output.append(contentsOf: "null".utf8)
        }
    }

    private static func append(_ member: JSONValue.Member, to output: inout [UInt8]) {
        append(member.key, to: &output)
        output.append(contentsOf: ": ".utf8)
        append(member.value, to: &output)
    }

    private static func appendList<Element>(
        _ elements: [Element], separator: String, to output: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(contentsOf: separator.utf8) }
            append(element, &output)
        }
    }

    /// Writes a string in quotation marks.
    package static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for byte in text.utf8 { appendEscaped(byte, to: &output) }
        } else {
            output.append(contentsOf: text.utf8)
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): output.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
        case 0x08: output.append(contentsOf: "\\b".utf8)
        case 0x0C: output.append(contentsOf: "\\f".utf8)
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            output.append(contentsOf: "\\u00".utf8)
            Hexadecimal.append(UInt64(byte), digits: 2, to: &output)
        default: output.append(byte)
        }
    }
}

/// A few words in quotation marks, as canonical texts spell them, to recognise them without reading a string.
package struct CanonicalWords {
    package let words: [String]
    private let patterns: [Pattern]

    /// A word with its quotation marks, of up to 16 bytes: its first eight and its last eight bytes, which may overlap.
    private struct Pattern {
        let length: Int
        let first: UInt64
        /// A mask for the bytes of `first`, if the word has fewer than eight.
        let mask: UInt64
        let last: UInt64

        init(_ text: String) {
            let bytes = Array(text.utf8)
            let padded = bytes + Array(repeating: 0, count: 8)
            length = bytes.count
            first = padded.span.eightBytes(at: 0) ?? 0
            mask = length < 8 ? 1 << UInt64(8 * length) - 1 : .max
            last = bytes.span.eightBytes(at: length - 8) ?? 0
        }
    }

    /// Makes the words, each with the text after its closing quotation mark, of at most 16 bytes together.
    package init(_ words: [String], ending: String) {
        self.words = words
        patterns = words.map { Pattern("\"\($0)\"\(ending)") }
    }

    /// Skips the next word in the reader if it is one of these, from the given one on, and returns its index.
    ///
    /// Recognises no words close to the end of the text.
    package func skipOne(in reader: inout JSONReader, from first: Int) -> Int? {
        guard let (index, length) = find(reader.bytes.span, reader.offset, from: first) else { return nil }
        reader.offset += length
        return index
    }

    private func find(_ bytes: Span<UInt8>, _ offset: Int, from first: Int) -> (index: Int, length: Int)? {
        guard let next = bytes.eightBytes(at: offset) else { return nil }
        for index in first..<patterns.count where (next ^ patterns[index].first) & patterns[index].mask == 0 {
            let length = patterns[index].length
            if length < 8 || bytes.eightBytes(at: offset &+ length &- 8) == patterns[index].last {
                return (index, length)
            }
        }
        return nil
    }
}
