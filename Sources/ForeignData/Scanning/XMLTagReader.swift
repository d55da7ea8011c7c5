import NotebookMarkdown
import NotebookText

/// An attribute of an element, with references replaced.
package struct XMLAttribute: Equatable, Sendable {
    /// Its name.
    package let name: String
    /// Its value.
    package let value: String

    /// Makes an attribute.
    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// Reads the name and the attributes of a tag, of XML or as loosely as browsers read HTML.
struct XMLTagReader {
    let bytes: [UInt8]
    var offset: Int
    let end: Int

    /// Reads everything; `nil` without a name.
    mutating func read() -> (name: String, [XMLAttribute])? {
        guard let name = name() else { return nil }
        var attributes: [XMLAttribute] = []
        while let attribute = attribute() { attributes.append(attribute) }
        return (name, attributes)
    }

    private mutating func name() -> String? {
        let start = offset
        while offset < end, bytes[offset] > 0x20, !"=/>\"'".utf8.contains(bytes[offset]) { offset += 1 }
        return offset > start ? String(decoding: bytes[start..<offset], as: UTF8.self) : nil
    }

    private mutating func skipSpace() { while offset < end, bytes[offset] <= 0x20 { offset += 1 } }

    private mutating func attribute() -> XMLAttribute? {
        while offset < end, bytes[offset] <= 0x20 || "/\"'=".utf8.contains(bytes[offset]) { offset += 1 }
        guard let name = name() else { return nil }
        skipSpace()
        guard offset < end, bytes[offset] == UInt8(ascii: "=") else { return XMLAttribute(name, "") }
        offset += 1
        skipSpace()
        return XMLAttribute(name, value())
    }

    private mutating func value() -> String {
        guard offset < end else { return "" }
        let quote = bytes[offset]
        let start: Int
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            start = offset + 1
            offset = start
            while offset < end, bytes[offset] != quote { offset += 1 }
        } else {
            start = offset
            while offset < end, bytes[offset] > 0x20 { offset += 1 }
        }
        let text = HTMLReferences.replaced(in: bytes, start..<offset)
        if offset < end, bytes[offset] == quote { offset += 1 }
        return text
    }
}

/// Character references in a text.
enum HTMLReferences {
    /// The text of a range with its references replaced.
    static func replaced(in bytes: [UInt8], _ range: Range<Int>) -> String {
        guard bytes[range].contains(UInt8(ascii: "&")) else { return String(decoding: bytes[range], as: UTF8.self) }
        var output: [UInt8] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            if bytes[offset] == UInt8(ascii: "&"),
                let (text, end) = scan(bytes, at: offset, before: range.upperBound)
            {
                output += text.utf8
                offset = end
            } else {
                output.append(bytes[offset])
                offset += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The text of the reference whose `&` is at an offset, and the offset after it.
    ///
    /// A number from 0x80 to 0x9F means a character of Windows-1252, as old programs wrote it, and not a control
    /// character (HTML Living Standard, §13.2.5.80).
    static func scan(_ bytes: [UInt8], at start: Int, before limit: Int) -> (text: String, end: Int)? {
        guard let (text, end) = CharacterReference.scan(bytes, at: start, before: limit) else { return nil }
        guard let scalar = text.unicodeScalars.first, 0x80...0x9F ~= scalar.value else { return (text, end) }
        return (String(Character(Windows1252.character(UInt8(scalar.value)))), end)
    }
}
