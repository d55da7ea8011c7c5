import NotebookText

/// A text, and what is wrong with its encoding.
package struct DecodedText: Sendable {
    /// The text; if it cannot be read, only what is ASCII in it is right.
    package let text: String
    /// What is wrong.
    package let problem: EncodingProblem?
}

/// Decodes texts in the encodings that files declare.
package enum TextDecoding {
    /// The text of a page, whose encoding a byte order mark or an element of its head declares.
    package static func text(ofPage bytes: [UInt8]) -> DecodedText {
        text(bytes, charset(bytes) ?? declaration(bytes))
    }

    /// The text of XML, whose encoding a byte order mark or its declaration says.
    package static func text(ofXML bytes: [UInt8]) -> DecodedText { text(bytes, declaration(bytes)) }

    /// Text without markup, whose encoding only a byte order mark can declare.
    package static func text(ofPlain bytes: [UInt8]) -> DecodedText { text(bytes, nil) }

    /// A text in the encoding with a label; without one, in that of its byte order mark, or in UTF-8.
    package static func text(_ bytes: [UInt8], _ declared: String?) -> DecodedText {
        var encoding = TextEncoding(start: bytes, declared)
        if case .utf8 = encoding.form, isEscaped(bytes) { encoding = .escaped }
        // A text that is valid as UTF-8 is hardly ever anything else, whatever it declares.
        if encoding.extendsASCII, let text = String(validating: bytes, as: UTF8.self) {
            return DecodedText(text: text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text, problem: nil)
        }
        var decoder = TextDecoder(encoding, isDeclared: declared != nil)
        let decoded = decoder.decode(bytes) + decoder.finish()
        let text = String(decoding: decoded, as: UTF8.self)
        if case .guessed? = decoder.problem, !isWestern(bytes) { return DecodedText(text: text, problem: .undeclared) }
        return DecodedText(text: text, problem: decoder.problem)
    }

    /// The encoding that the declaration of XML names; `nil` without one.
    static func declaration(_ start: [UInt8]) -> String? {
        let limit = min(start.count, 200)
        guard let tag = start[..<limit].firstIndex(of: UInt8(ascii: "<")),
            start.contains("<?xml", at: tag, before: limit)
        else { return nil }
        return value(of: "encoding", in: start, from: tag + 5, before: limit, isQuoted: true)
    }

    /// The encoding that an element of the head of a page names.
    private static func charset(_ bytes: [UInt8]) -> String? {
        let limit = min(bytes.count, 4096)
        var offset = 0
        while let tag = bytes.firstOccurrence(of: "<meta", from: offset, before: limit) {
            offset = tag + 5
            guard let next = bytes.byte(at: offset, before: limit), isSpace(next) else { continue }
            if let found = value(of: "charset", in: bytes, from: offset, before: limit, isQuoted: false) {
                return found
            }
        }
        return nil
    }

    /// The last value of a name in the rest of a tag.
    private static func value(
        of name: StaticText, in bytes: [UInt8], from start: Int, before limit: Int, isQuoted: Bool
    ) -> String? {
        let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: ">")) ?? limit
        func skipSpace(_ offset: Int) -> Int { bytes[offset..<end].firstIndex { !isSpace($0) } ?? end }
        var found: String?
        var offset = start
        while let start = bytes.firstOccurrence(of: name, from: offset, before: end) {
            offset = start + name.bytes.count
            var place = skipSpace(offset)
            guard bytes.byte(at: place, before: end) == UInt8(ascii: "=") else { continue }
            place = skipSpace(place + 1)
            if let mark = bytes.byte(at: place, before: end), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
                place += 1
            } else if isQuoted {
                continue
            }
            if !isQuoted { place = skipSpace(place) }
            let value = bytes[place..<end].prefix {
                ASCII.isAlphanumeric($0) || "_:.-".utf8.contains($0) || !isQuoted && $0 == UInt8(ascii: "+")
            }
            if !value.isEmpty { found = String(decoding: value, as: UTF8.self) }
        }
        return found
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    /// Whether a text in ASCII has the escape sequence before kanji.
    private static func isEscaped(_ bytes: [UInt8]) -> Bool {
        guard let escape = bytes.firstIndex(of: 0x1B), escape + 2 < bytes.count else { return false }
        return bytes[escape + 1] == 0x24 && [0x40, 0x42].contains(bytes[escape + 2])
            && bytes.allSatisfy { $0 < 0x80 }
    }

    /// Whether a text may be in windows-1252: in Western languages most letters are ASCII, so that others hardly ever stand
    /// side by side, and some bytes mean nothing.
    private static func isWestern(_ bytes: [UInt8]) -> Bool {
        var (strays, crowded, undefined) = (0, 0, 0)
        for run in bytes.split(whereSeparator: { $0 < 0x80 }) where String(validating: run, as: UTF8.self) == nil {
            strays += run.count
            if Set(run).count > 2 { crowded += run.count }
            undefined += run.count { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
        }
        return crowded * 2 <= strays && undefined * 20 <= strays
    }
}
