import NotebookText

/// Texts made from the bytes of a document.
package enum MarkdownText {
    /// Decodes bytes, with U+FFFD for invalid UTF-8 and for U+0000 (CommonMark 0.31.2 §2.3).
    package static func plain(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(0) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }

    /// Decodes bytes and resolves their backslash escapes and character references (§2.4 and §2.5).
    static func unescaped(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        decoded(bytes, range, hasEscapes: true)
    }

    /// Decodes the value of an HTML attribute and resolves its character references.
    package static func attributeValue(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        decoded(bytes, range, hasEscapes: false)
    }

    private static func decoded(_ bytes: [UInt8], _ range: Range<Int>, hasEscapes: Bool) -> String {
        guard bytes[range].contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\") }) else {
            return plain(bytes[range])
        }
        var output = ""
        var start = range.lowerBound
        var offset = start
        while offset < range.upperBound {
            if hasEscapes, bytes[offset] == UInt8(ascii: "\\"),
                let next = bytes.byte(at: offset + 1, before: range.upperBound), ASCII.isPunctuation(next)
            {
                output += plain(bytes[start..<offset])
                start = offset + 1
                offset += 2
            } else if bytes[offset] == UInt8(ascii: "&"),
                let reference = CharacterReference.scan(bytes, at: offset, before: range.upperBound)
            {
                output += plain(bytes[start..<offset]) + reference.text
                start = reference.end
                offset = start
            } else {
                offset += 1
            }
        }
        return output + plain(bytes[start..<range.upperBound])
    }
}

/// The supported extensions of CommonMark.
package struct MarkdownOptions: Hashable, Sendable {
    /// Whether wiki links are links (Format, clause 21.1).
    package var wikiLinks: Bool

    /// Makes options; the defaults are those of items.
    package init(wikiLinks: Bool = true) { self.wikiLinks = wikiLinks }

    /// CommonMark without extensions.
    package static let commonMark = MarkdownOptions(wikiLinks: false)
}
