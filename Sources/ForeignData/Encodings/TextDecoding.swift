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
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        // Making an expression takes longer than reading a short page.
        guard head.lowercased().contains("charset") else { return text(bytes, declaration(bytes)) }
        let declared = head.firstMatch(of: #/(?i)<meta\s[^>]*charset\s*=\s*["']?\s*([a-z0-9_:.+\-]+)/#)?.output.1
        return text(bytes, declared.map(String.init) ?? declaration(bytes))
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
        let head = String(decoding: start.prefix(200), as: UTF8.self)
        guard head.contains("<?xml") else { return nil }
        let declared = head.firstMatch(of: #/^[^<]*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9_:.\-]+)/#)?.output.1
        return declared.map(String.init)
    }

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
