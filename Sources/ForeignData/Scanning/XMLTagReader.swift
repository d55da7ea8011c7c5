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
    var isHTML = false

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
        let text = HTMLReferences.replaced(in: bytes, start..<offset, of: isHTML ? .value : .xml)
        if offset < end, bytes[offset] == quote { offset += 1 }
        return text
    }
}

/// Character references in a text.
enum HTMLReferences {
    /// Where a text stands: in XML, all references end with semicolons.
    enum Place {
        case text
        case value
        case xml
    }

    /// The names of HTML that need no semicolon, and their characters (HTML Living Standard, §13.5).
    private static let unended: [String: String] = Dictionary(
        uniqueKeysWithValues: """
            AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc
            Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml
            Yacute aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg
            divide eacute ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt
            macr micro middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot
            raquo reg sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml
            """.split(whereSeparator: \.isWhitespace).map { name -> (String, String) in
                let bytes = Array("&\(name);".utf8)
                return (String(name), CharacterReference.scan(bytes, at: 0, before: bytes.count)?.text ?? "")
            })

    /// The text of a range with its references replaced.
    static func replaced(in bytes: [UInt8], _ range: Range<Int>, of place: Place) -> String {
        guard bytes[range].contains(UInt8(ascii: "&")) else { return String(decoding: bytes[range], as: UTF8.self) }
        var output: [UInt8] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            if bytes[offset] == UInt8(ascii: "&"),
                let (text, end) = scan(bytes, at: offset, before: range.upperBound)
                    ?? scanUnended(bytes, at: offset, before: range.upperBound, place)
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
        return (character(scalar), end)
    }

    private static func character(_ scalar: Unicode.Scalar) -> String {
        String(Character(0x80...0x9F ~= scalar.value ? Windows1252.character(UInt8(scalar.value)) : scalar))
    }

    /// The same for a reference without a semicolon, or with more digits than Markdown allows (HTML Living Standard,
    /// §13.2.5.72 to §13.2.5.80).
    private static func scanUnended(
        _ bytes: [UInt8], at start: Int, before limit: Int, _ place: Place
    ) -> (text: String, end: Int)? {
        guard place != .xml else { return nil }
        if bytes.byte(at: start + 1, before: limit) == UInt8(ascii: "#") {
            return number(bytes, at: start + 2, before: limit)
        }
        for end in stride(from: min(start + 7, limit), to: start + 2, by: -1) {
            guard let text = unended[String(decoding: bytes[start + 1..<end], as: UTF8.self)] else { continue }
            // In a value, it is the name of a parameter.
            if place == .value, let next = bytes.byte(at: end, before: limit),
                next == UInt8(ascii: "=") || ASCII.isAlphanumeric(next)
            {
                return nil
            }
            return (text, end)
        }
        return nil
    }

    /// The character of a number, which a semicolon may end.
    private static func number(_ bytes: [UInt8], at start: Int, before limit: Int) -> (text: String, end: Int)? {
        let isHexadecimal = bytes.byte(at: start, before: limit).map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let first = isHexadecimal ? start + 1 : start
        var (end, value) = (first, UInt32(0))
        while let byte = bytes.byte(at: end, before: limit), let digit = ASCII.hexadecimalValue(byte),
            isHexadecimal || digit < 10
        {
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            end += 1
        }
        guard end > first else { return nil }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        let isEnded = bytes.byte(at: end, before: limit) == UInt8(ascii: ";")
        return (character(scalar ?? "\u{FFFD}"), isEnded ? end + 1 : end)
    }
}
