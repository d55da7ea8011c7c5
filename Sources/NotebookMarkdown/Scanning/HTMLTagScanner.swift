import NotebookText

/// A tag, comment, declaration, processing instruction or CDATA section (CommonMark 0.31.2 §6.6).
package struct HTMLTag {
    package enum Kind { case open, closing, other }

    package struct Attribute {
        package let name: Range<Int>
        /// The value without quotation marks; `nil` if there is none.
        package let value: Range<Int>?
        /// The quotation mark around the value.
        let quote: UInt8?
    }

    package let kind: Kind
    package let range: Range<Int>
    /// The name of an open or closing tag.
    package let name: Range<Int>
    package let attributes: [Attribute]

    package var isElement: Bool { kind != .other }

    package func isComment(in bytes: [UInt8]) -> Bool {
        kind == .other && bytes.contains("<!--", at: range.lowerBound, before: range.upperBound)
    }

    /// The bytes between the marks of a comment; `nil` for anything else.
    func comment(in bytes: [UInt8]) -> Range<Int>? {
        guard isComment(in: bytes) else { return nil }
        let start = min(range.lowerBound + 4, range.upperBound)
        let end = bytes[range].suffix(3).elementsEqual("-->".utf8) ? range.upperBound - 3 : range.upperBound
        return start..<max(start, end)
    }
}

extension HTMLTag {
    /// Makes a comment that nothing closes.
    init(unclosedComment range: Range<Int>) {
        self.init(kind: .other, range: range, name: 0..<0, attributes: [])
    }
}

/// Reads the tags of a text whose line ends are line feeds (CommonMark 0.31.2 §6.6).
///
/// It remembers that nothing ends a comment or the like, so that many unclosed comments take no more time than one.
struct HTMLTagScanner {
    private let bytes: [UInt8]
    private let limit: Int
    private var unended: Set<UInt8> = []

    init(_ bytes: [UInt8], before limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    /// The tag that begins at a `<`.
    mutating func tag(at start: Int) -> HTMLTag? {
        guard let next = byte(start + 1) else { return nil }
        switch next {
        case UInt8(ascii: "!"): return markup(at: start)
        case UInt8(ascii: "?"): return other(at: start, until: "?>", from: start + 2)
        case UInt8(ascii: "/"): return closingTag(at: start)
        default: return ASCII.isLetter(next) ? openTag(at: start) : nil
        }
    }

    private mutating func markup(at start: Int) -> HTMLTag? {
        if bytes.contains("--", at: start + 2, before: limit) {
            if byte(start + 4) == UInt8(ascii: ">") { return other(start..<start + 5) }
            if bytes.contains("->", at: start + 4, before: limit) { return other(start..<start + 6) }
            return other(at: start, until: "-->", from: start + 4)
        }
        if limit - start >= 9, bytes[start + 2..<start + 9].elementsEqual("[CDATA[".utf8) {
            return other(at: start, until: "]]>", from: start + 9)
        }
        guard let letter = byte(start + 2), ASCII.isLetter(letter) else { return nil }
        return other(at: start, until: ">", from: start + 3)
    }

    private mutating func other(at start: Int, until end: StaticText, from offset: Int) -> HTMLTag? {
        let first = end.bytes[0]
        guard !unended.contains(first) else { return nil }
        guard let found = bytes.firstOccurrence(of: end, from: offset, before: limit) else {
            unended.insert(first)
            return nil
        }
        return other(start..<found + end.bytes.count)
    }

    private func other(_ range: Range<Int>) -> HTMLTag {
        HTMLTag(kind: .other, range: range, name: 0..<0, attributes: [])
    }

    private func closingTag(at start: Int) -> HTMLTag? {
        guard let name = tagName(at: start + 2) else { return nil }
        let end = bytes.skippingOneLineEnd(from: name.upperBound, before: limit)
        guard byte(end) == UInt8(ascii: ">") else { return nil }
        return HTMLTag(kind: .closing, range: start..<end + 1, name: name, attributes: [])
    }

    private func openTag(at start: Int) -> HTMLTag? {
        guard let name = tagName(at: start + 1) else { return nil }
        var attributes: [HTMLTag.Attribute] = []
        var offset = name.upperBound
        while true {
            let next = bytes.skippingOneLineEnd(from: offset, before: limit)
            guard next > offset, let attribute = attribute(at: next) else {
                offset = next
                break
            }
            attributes.append(attribute)
            offset =
                attribute.value.map { $0.upperBound + (attribute.quote == nil ? 0 : 1) } ?? attribute.name.upperBound
        }
        if byte(offset) == UInt8(ascii: "/") { offset += 1 }
        guard byte(offset) == UInt8(ascii: ">") else { return nil }
        return HTMLTag(kind: .open, range: start..<offset + 1, name: name, attributes: attributes)
    }

    private func tagName(at start: Int) -> Range<Int>? {
        guard let first = byte(start), ASCII.isLetter(first) else { return nil }
        var end = start
        while let next = byte(end), ASCII.isAlphanumeric(next) || next == UInt8(ascii: "-") { end += 1 }
        return start..<end
    }

    private func attribute(at start: Int) -> HTMLTag.Attribute? {
        guard let first = byte(start), ASCII.isLetter(first) || first == UInt8(ascii: "_") || first == UInt8(ascii: ":")
        else {
            return nil
        }
        var end = start
        while let next = byte(end), ASCII.isAlphanumeric(next) || "_.:-".utf8.contains(next) { end += 1 }
        let equals = bytes.skippingOneLineEnd(from: end, before: limit)
        guard byte(equals) == UInt8(ascii: "=") else { return .init(name: start..<end, value: nil, quote: nil) }
        let valueStart = bytes.skippingOneLineEnd(from: equals + 1, before: limit)
        guard let value = value(at: valueStart) else { return nil }
        return .init(name: start..<end, value: value.range, quote: value.quote)
    }

    private func value(at start: Int) -> (range: Range<Int>, quote: UInt8?)? {
        guard let first = byte(start) else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            var end = start + 1
            while end < limit, bytes[end] != first { end += 1 }
            return end < limit ? (start + 1..<end, first) : nil
        }
        var end = start
        while let next = byte(end), !ASCII.isWhiteSpace(next), !"\"'=<>`".utf8.contains(next) { end += 1 }
        return end > start ? (start..<end, nil) : nil
    }

    private func byte(_ offset: Int) -> UInt8? { offset < limit ? bytes[offset] : nil }
}

/// A block of HTML in pieces: its tags, and the text between them.
///
/// Skips the content of `<script>`, `<style>` and `<textarea>`. An unclosed comment is a tag up to the end.
package struct HTMLPieces {
    package enum Piece {
        case tag(HTMLTag)
        case text(Range<Int>)
    }

    private let bytes: [UInt8]
    private var scanner: HTMLTagScanner
    private var pieces: [Piece] = []
    private var textStart = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        scanner = HTMLTagScanner(bytes, before: bytes.count)
    }

    /// The pieces of a block, in order.
    package static func of(_ bytes: [UInt8]) -> [Piece] {
        var pieces = HTMLPieces(bytes)
        pieces.run()
        return pieces.pieces
    }

    /// The tags of a block, in order.
    static func tags(_ bytes: [UInt8]) -> [HTMLTag] {
        of(bytes).compactMap { if case .tag(let tag) = $0 { tag } else { nil } }
    }

    private mutating func run() {
        var offset = 0
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                offset += 1
                continue
            }
            if let tag = scanner.tag(at: offset) {
                endText(at: offset)
                pieces.append(.tag(tag))
                offset = tag.kind == .open ? endOfLiteral(tag) : tag.range.upperBound
                textStart = offset
            } else if bytes.contains("<!--", at: offset, before: bytes.count) {
                endText(at: offset)
                pieces.append(.tag(HTMLTag(unclosedComment: offset..<bytes.count)))
                return
            } else {
                offset += 1
            }
        }
        endText(at: bytes.count)
    }

    private mutating func endText(at end: Int) {
        if textStart < end { pieces.append(.text(textStart..<end)) }
        textStart = end
    }

    /// The end of the content of an element in which tags have no meaning; the end of the tag for other elements.
    private func endOfLiteral(_ tag: HTMLTag) -> Int {
        let name = String(decoding: bytes[tag.name].lazy.map(ASCII.lowercased), as: UTF8.self)
        guard ["script", "style", "textarea"].contains(name) else { return tag.range.upperBound }
        let end = StaticText(stringLiteral: "</" + name)
        return bytes.firstOccurrence(of: end, from: tag.range.upperBound, before: bytes.count) ?? bytes.count
    }
}
