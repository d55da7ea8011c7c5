package import NotebookText

/// The link reference definitions of a document, by label (CommonMark 0.31.2 §4.7).
package struct ReferenceDefinitions {
    /// All of them, in the order of the source.
    private(set) var all: [MarkdownDefinition] = []
    private var indices: [[UInt8]: Int] = [:]

    private let hasWikiLinks: Bool

    /// No definitions.
    package init(_ options: MarkdownOptions = MarkdownOptions()) { hasWikiLinks = options.wikiLinks }

    /// The index of the first definition with a label.
    subscript(key: [UInt8]) -> Int? { indices[key] }

    /// Removes the definitions from the beginning of a paragraph and returns the number of their lines.
    mutating func extract(from lines: ArraySlice<ContentLine>, of source: [UInt8]) -> Int {
        let content = InlineContent(lines, of: source)
        var offset = 0
        var taken = 0
        while let definition = ScannedDefinition(content.bytes, at: offset) {
            if hasWikiLinks, definition.isFootnoteOfWikiLink(in: content.bytes) { break }
            if indices[definition.key] == nil { indices[definition.key] = all.count }
            all.append(MarkdownDefinition(definition, content))
            taken += content.bytes[offset..<definition.end].count { $0 == 0x0A } + 1
            offset = definition.end + 1
        }
        return taken
    }
}

/// A link reference definition as written.
struct ScannedDefinition {
    let start: Int
    let label: Range<Int>
    let key: [UInt8]
    let destination: ScannedText
    let title: ScannedText?
    /// The end of its last line.
    let end: Int

    /// Reads the definition at the beginning of a line.
    init?(_ bytes: [UInt8], at start: Int) {
        guard let label = ReferenceLabel.scan(bytes, at: start), let key = ReferenceLabel.key(bytes, label),
            bytes.byte(at: label.upperBound + 1, before: bytes.count) == UInt8(ascii: ":")
        else { return nil }
        let destinationStart = bytes.skippingOneLineEnd(from: label.upperBound + 2, before: bytes.count)
        guard let destination = LinkDestinationScanner.destination(bytes, at: destinationStart) else { return nil }
        let titleStart = bytes.skippingOneLineEnd(from: destination.end, before: bytes.count)
        if titleStart > destination.end, let title = LinkDestinationScanner.title(bytes, at: titleStart),
            let end = Self.lineEnd(bytes, from: title.end)
        {
            (self.title, self.end) = (title, end)
        } else if let end = Self.lineEnd(bytes, from: destination.end) {
            (self.title, self.end) = (nil, end)
        } else {
            return nil
        }
        (self.start, self.label, self.key, self.destination) = (start, label, key, destination)
    }

    /// Whether it is a footnote with a wiki link as its text, which takes precedence (Format, clause 21.1).
    func isFootnoteOfWikiLink(in bytes: [UInt8]) -> Bool {
        let text = bytes[destination.text]
        return bytes[label].first == UInt8(ascii: "^")
            && (text.starts(with: "[[".utf8) || text.starts(with: "![[".utf8))
    }

    /// The end of the line, if only spaces and tabs come before it.
    private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        let end = bytes.skippingBlanks(from: start, before: bytes.count)
        return end == bytes.count || bytes[end] == 0x0A ? end : nil
    }
}

/// A link reference definition (CommonMark 0.31.2 §4.7).
package struct MarkdownDefinition: Hashable, Sendable {
    /// The label as written, without brackets.
    package let label: String
    /// The destination of links that refer to the label.
    package let destination: MarkdownDestination
    /// The title, if there is one.
    package let title: String?
    /// The bytes of the source from the label's bracket to the end of the definition.
    package let range: Range<Int>
    /// The bytes of the label, without brackets.
    package let labelRange: Range<Int>

    /// The number of bytes that a reference to it stands for.
    var expansion: Int { destination.text.utf8.count + (title?.utf8.count ?? 0) }
}

extension MarkdownDefinition {
    init(_ scanned: ScannedDefinition, _ content: InlineContent) {
        let end = scanned.title?.end ?? scanned.destination.end
        label = MarkdownText.plain(content.bytes[scanned.label])
        destination = MarkdownDestination(scanned.destination, in: content, couldClose: false)
        title = scanned.title.map { MarkdownText.unescaped(content.bytes, $0.text) }
        range = content.source(of: scanned.start..<end)
        labelRange = content.source(of: scanned.label)
    }
}

extension MarkdownDestination {
    init(_ scanned: ScannedText, in content: InlineContent, couldClose: Bool) {
        text = MarkdownText.unescaped(content.bytes, scanned.text)
        range = content.source(of: scanned.text)
        form = scanned.isBracketed ? .bracketed : .plain
        startsLine = content.startsLine(at: scanned.text.lowerBound - (scanned.isBracketed ? 1 : 0))
        self.couldClose = couldClose
    }
}

/// Labels of link references (CommonMark 0.31.2 §6.3).
package enum ReferenceLabel {
    /// The maximum number of characters in a label.
    static let maximumCharacters = 999

    /// The text of the label whose `[` is at an offset, without brackets; it may be empty or blank.
    package static func scan(_ bytes: [UInt8], at start: Int) -> Range<Int>? {
        guard bytes.byte(at: start, before: bytes.count) == UInt8(ascii: "[") else { return nil }
        var offset = start + 1
        var characters = 0
        while offset < bytes.count, characters <= maximumCharacters {
            switch bytes[offset] {
            case UInt8(ascii: "]"): return start + 1..<offset
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "\\"):
                if let next = bytes.byte(at: offset + 1, before: bytes.count), ASCII.isPunctuation(next) {
                    offset += 1
                    characters += 1
                }
            default: break
            }
            offset += 1
            // Continuation bytes are not counted.
            if offset == bytes.count || bytes[offset] & 0xC0 != 0x80 { characters += 1 }
        }
        return nil
    }

    /// The key of a label, equal for matching labels: folded, with single spaces for white space; `nil` if it is blank.
    package static func key(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8]? {
        guard range.count <= 4 * maximumCharacters else { return nil }
        var key: [UInt8] = []
        key.reserveCapacity(range.count)
        var isASCII = true
        var characters = 0
        for byte in bytes[range] {
            if byte & 0xC0 != 0x80 { characters += 1 }
            if !ASCII.isWhiteSpace(byte) {
                isASCII = isASCII && byte < 0x80
                key.append(ASCII.lowercased(byte))
            } else if let last = key.last, last != 0x20 {
                key.append(0x20)
            }
        }
        if key.last == 0x20 { key.removeLast() }
        guard !key.isEmpty, characters <= maximumCharacters else { return nil }
        return isASCII ? key : Array(CaseFolding.folded(String(decoding: key, as: UTF8.self)).utf8)
    }
}

/// The destination of a link, and its position in the source.
package struct MarkdownDestination: Hashable, Sendable {
    /// How a destination is written, which decides what must be escaped.
    package enum Form: Hashable, Sendable {
        /// Plain (CommonMark 0.31.2 §6.3).
        case plain
        /// In `<…>` (§6.3).
        case bracketed
        /// As an autolink: an absolute URI (§6.5).
        case autolink
        /// As an autolink that is an email address, without `mailto:` (§6.5).
        case emailAutolink
        /// As the value of an HTML attribute, in these quotation marks if there are any (§6.6).
        case attribute(quote: Character?)
        /// As the target of a wiki link (Format, clause 21.1).
        case wiki
    }

    /// The destination, with backslash escapes and character references resolved; percent-encoding is kept.
    package let text: String
    /// Its bytes in the source, without `<>` and quotation marks.
    package let range: Range<Int>
    /// How it is written.
    package let form: Form
    /// Whether only white space and block markers precede it on its line, so that it could look like a block marker.
    var startsLine = false
    /// Whether something unclosed precedes it that a character in it could close.
    var couldClose = false
    /// The YAML style of the text around it, if it is in front matter.
    package var scalar: ScalarStyle?
}
