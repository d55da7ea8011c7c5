import NotebookText

/// A text, and whether its encoding had to be guessed.
package struct DecodedText: Sendable {
    /// The text.
    package let text: String
    /// Whether some bytes fit no declared encoding, so that they were read as windows-1252.
    package let isGuessed: Bool
}

/// Decodes texts in the encodings that files declare: UTF-8, UTF-16, Latin-1 and its superset windows-1252 (WHATWG
/// Encoding Standard, §4.2).
package enum TextDecoding {
    /// The text of a page, whose encoding a byte order mark or an element of its head declares.
    package static func text(ofPage bytes: [UInt8]) -> DecodedText {
        text(bytes, charset(bytes))
    }

    /// The encoding that the head of a page names; `nil` without one.
    private static func charset(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        let declared = head.firstMatch(of: #/(?i)charset\s*=\s*["']?([a-z0-9_\-]+)/#)?.output.1
        return declared.map { $0.lowercased() }
    }

    /// The text of XML, whose encoding a byte order mark or its declaration says.
    package static func text(ofXML bytes: [UInt8]) -> DecodedText { text(bytes, declaration(bytes)) }

    /// Text without markup, whose encoding only a byte order mark can declare.
    package static func text(ofPlain bytes: [UInt8]) -> DecodedText { text(bytes, nil) }

    private static func text(_ bytes: [UInt8], _ declared: @autoclosure () -> String?) -> DecodedText {
        // A text that is valid as UTF-8 is hardly ever anything else, whatever it declares.
        if !bytes.prefix(4).contains(0), let text = String(validating: bytes, as: UTF8.self) {
            return DecodedText(text: text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text, isGuessed: false)
        }
        var decoder = TextDecoder(start: bytes, declared())
        let decoded = decoder.decode(bytes) + decoder.finish()
        return DecodedText(text: String(decoding: decoded, as: UTF8.self), isGuessed: decoder.isGuessed)
    }

    /// The encoding that the declaration of XML names; `nil` without one.
    static func declaration(_ start: [UInt8]) -> String? {
        let head = String(decoding: start.prefix(200), as: UTF8.self)
        let declared = head.firstMatch(of: #/^[^<]*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9_\-]+)/#)?.output.1
        return declared.map { $0.lowercased() }
    }
}

/// Turns bytes in another encoding into UTF-8, piece by piece.
package struct TextDecoder {
    private enum Encoding {
        case utf8
        case utf16(isLittle: Bool)
        /// One byte for each character, with some that differ from windows-1252.
        case single([UInt8: UInt32])
    }

    /// The characters of windows-1252 from 0x80 to 0x9F.
    private static let windows: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
    private static let latin: Set<String> = [
        "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "us-ascii", "ascii",
    ]
    /// Where ISO 8859-15 differs.
    private static let latin9: [UInt8: UInt32] = [
        0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153, 0xBE: 0x0178,
    ]

    private let encoding: Encoding
    /// Whether some bytes fit no declared encoding, so that they were read as windows-1252.
    package private(set) var isGuessed = false
    /// The beginning of a character that a piece cut.
    private var rest: [UInt8] = []

    /// Makes a decoder for a text by its first bytes and the encoding that it declares, in lower case.
    package init(start: [UInt8], _ declared: String?) {
        let (first, second) = (start.first ?? 0x20, start.dropFirst().first ?? 0x20)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) {
            encoding = .utf8
        } else if (first, second) == (0xFF, 0xFE) || first != 0 && second == 0 {
            encoding = .utf16(isLittle: true)
        } else if (first, second) == (0xFE, 0xFF) || first == 0 && second != 0 {
            encoding = .utf16(isLittle: false)
        } else if let declared, declared != "utf-8", declared != "utf8", !declared.hasPrefix("utf-16") {
            let isLatin9 = declared == "iso-8859-15" || declared == "latin-9"
            encoding = .single(isLatin9 ? Self.latin9 : [:])
            isGuessed = !isLatin9 && !Self.latin.contains(declared)
        } else {
            encoding = .utf8
        }
    }

    /// Makes a decoder for XML by its first bytes.
    package init(ofXML start: [UInt8]) { self.init(start: start, TextDecoding.declaration(start)) }

    /// Whether it decodes UTF-16.
    var isUTF16: Bool { if case .utf16 = encoding { true } else { false } }

    /// Whether it gives as many bytes as it gets, so that offsets are those of the file.
    package var keepsOffsets: Bool { if case .utf8 = encoding { !isGuessed } else { false } }

    /// The text of a piece in UTF-8, as far as it has whole characters.
    package mutating func decode(_ piece: [UInt8]) -> [UInt8] {
        switch encoding {
        case .utf8:
            let bytes = rest.isEmpty ? piece : rest + piece
            rest = []
            return utf8(bytes)
        case .utf16(let isLittle):
            let bytes = rest + piece
            // Half of a pair of surrogates waits for the other half.
            var end = bytes.count & ~1
            if end >= 2, bytes[end - (isLittle ? 1 : 2)] & 0xFC == 0xD8 { end -= 2 }
            rest = Array(bytes[end...])
            return Self.utf16(bytes[..<end], isLittle)
        case .single(let special): return Self.single(piece[...], special)
        }
    }

    /// What is left at the end.
    package mutating func finish() -> [UInt8] {
        defer { rest = [] }
        guard !rest.isEmpty else { return [] }
        isGuessed = true
        if case .utf16 = encoding { return Array("\u{FFFD}".utf8) }
        return Self.single(rest[...], [:])
    }

    private mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            let length = byte < 0x80 ? 1 : byte < 0xC2 ? 0 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 0
            let end = offset + length
            if length > 1, end > bytes.count,
                bytes[(offset + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 })
            {
                rest = Array(bytes[offset...])
                return output
            }
            if length > 0, end <= bytes.count, length == 1 || Self.isCharacter(bytes[offset..<end]) {
                output += bytes[offset..<end]
                offset = end
            } else {
                isGuessed = true
                output += Self.single(bytes[offset...offset], [:])
                offset += 1
            }
        }
        return output
    }

    private static func isCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    private static func single(_ bytes: ArraySlice<UInt8>, _ special: [UInt8: UInt32]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let value = special[byte] ?? ((0x80..<0xA0).contains(byte) ? windows[Int(byte) - 0x80] : UInt32(byte))
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return Array(String(text).utf8)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool) -> [UInt8] {
        var units: [UInt16] = []
        for start in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let (first, second) = (UInt16(bytes[start]), UInt16(bytes[start + 1]))
            units.append(isLittle ? second << 8 | first : first << 8 | second)
        }
        let text = String(decoding: units, as: UTF16.self)
        return Array((text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]).utf8)
    }
}
