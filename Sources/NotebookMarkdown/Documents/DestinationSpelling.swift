import NotebookText

extension MarkdownDestination {
    /// The bytes to replace `range` with, so that the link leads to a new destination.
    ///
    /// `nil` if no bytes can do that: for U+0000 anywhere, a relative path in an autolink, a bracket in a wiki link, or
    /// text that YAML would read differently. Writes the destination itself where possible; a caller who prefers
    /// percent-encoding to character references encodes it first. A change can still turn something unclosed before it
    /// into a tag or link, if the old destination prevented that; `MarkdownDocument.edits` checks for it.
    ///
    /// - Parameter isTried: Whether the caller parses the result again, so that text which cannot be escaped may
    ///   contain characters that could close something before it.
    package func spelling(of destination: String, isTried: Bool = false) -> [UInt8]? {
        guard let text = markdown(of: destination, isTried: isTried) else { return nil }
        return scalar.map { $0.spelling(of: text) } ?? text
    }

    private func markdown(of destination: String, isTried: Bool) -> [UInt8]? {
        let text = Array(destination.utf8)
        guard !text.contains(0) else { return nil }
        let fits = isTried || !couldClose || !text.contains(where: DestinationSpelling.isCloser)
        switch form {
        case .plain: return DestinationSpelling(text, self).plain()
        case .bracketed: return DestinationSpelling(text, self).bracketed()
        case .attribute(let quote): return DestinationSpelling(text, self).attributeValue(isQuoted: quote != nil)
        case .autolink: return fits && isURI(text) ? text : nil
        case .emailAutolink:
            let address = destination.hasPrefix("mailto:") ? Array(text.dropFirst(7)) : []
            guard fits else { return nil }
            return isEmail(address) ? address : isURI(text) ? text : nil
        case .wiki: return fits && Self.isWikiTarget(text) ? text : nil
        }
    }

    private func isURI(_ text: [UInt8]) -> Bool {
        let autolink = [UInt8(ascii: "<")] + text + [UInt8(ascii: ">")]
        return AutolinkScanner.uriEnd(autolink, at: 0) == autolink.count
    }

    private func isEmail(_ text: [UInt8]) -> Bool {
        let autolink = [UInt8(ascii: "<")] + text + [UInt8(ascii: ">")]
        return AutolinkScanner.emailEnd(autolink, at: 0) == autolink.count
    }

    /// Whether a wiki link can have a text as its target, whatever follows it.
    package static func isWikiTarget(_ text: [UInt8]) -> Bool {
        guard let first = text.first, let last = text.last, !Line.isBlank(first), !Line.isBlank(last) else {
            return false
        }
        return last != UInt8(ascii: "\\") && !text.contains { "[]|#\n\r".utf8.contains($0) }
    }
}

/// Spells a destination for a place in the source.
private struct DestinationSpelling {
    private let text: [UInt8]
    private let place: MarkdownDestination
    private var output: [UInt8] = []

    init(_ text: [UInt8], _ place: MarkdownDestination) {
        self.text = text
        self.place = place
    }

    /// Whether a character can complete a code span, a tag, a title, a wiki link or a destination before it.
    static func isCloser(_ byte: UInt8) -> Bool { "`\"'>()[]".utf8.contains(byte) }

    /// Writes a destination that is not in `<…>` (CommonMark 0.31.2 §6.3).
    consuming func plain() -> [UInt8] {
        guard !text.isEmpty else { return Array("<>".utf8) }
        let hasBalancedParentheses = hasBalancedParentheses
        let listDelimiter = place.startsLine ? finalListDelimiter : nil
        for (index, byte) in text.enumerated() {
            if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "<") || place.couldClose && Self.isCloser(byte) {
                appendReference(byte)
            } else if byte == UInt8(ascii: "&") {
                appendAmpersand(at: index)
            } else if byte == UInt8(ascii: "\\") || !hasBalancedParentheses && "()".utf8.contains(byte)
                || index == listDelimiter || index == 0 && place.startsLine && "#>-+*_=~`".utf8.contains(byte)
            {
                output += [UInt8(ascii: "\\"), byte]
            } else {
                output.append(byte)
            }
        }
        return output
    }

    /// Writes a destination inside `<…>` (§6.3).
    consuming func bracketed() -> [UInt8] {
        for (index, byte) in text.enumerated() {
            // At the beginning of a line, `<` could begin a block of HTML.
            let isInitial = index == 0 && place.startsLine
            if byte < 0x20 || byte == 0x7F || "<>".utf8.contains(byte) || place.couldClose && Self.isCloser(byte)
                || isInitial && ASCII.isLetter(byte)
            {
                appendReference(byte)
            } else if byte == UInt8(ascii: "&") {
                appendAmpersand(at: index)
            } else if byte == UInt8(ascii: "\\") || isInitial && ASCII.isPunctuation(byte) {
                output += [UInt8(ascii: "\\"), byte]
            } else {
                output.append(byte)
            }
        }
        return output
    }

    /// Writes the value of an attribute (§6.6).
    consuming func attributeValue(isQuoted: Bool) -> [UInt8] {
        if text.isEmpty, !isQuoted { return Array("\"\"".utf8) }
        for (index, byte) in text.enumerated() {
            let isInitial = index == 0 && place.startsLine && byte < 0x80
            if byte < 0x20 || byte == 0x7F || "<>\"'`".utf8.contains(byte) || place.couldClose && Self.isCloser(byte)
                || !isQuoted && (byte == 0x20 || byte == UInt8(ascii: "=") || isInitial)
            {
                appendReference(byte)
            } else if byte == UInt8(ascii: "&") {
                output += Array("&amp;".utf8)
            } else {
                output.append(byte)
            }
        }
        return output
    }

    private mutating func appendReference(_ byte: UInt8) { output += Array("&#\(byte);".utf8) }

    private mutating func appendAmpersand(at index: Int) {
        let isReference = CharacterReference.scan(text, at: index, before: text.count) != nil
        output += Array((isReference ? "&amp;" : "&").utf8)
    }

    private var hasBalancedParentheses: Bool {
        var depth = 0
        for byte in text {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            guard (0...LinkDestinationScanner.maximumParentheses).contains(depth) else { return false }
        }
        return depth == 0
    }

    /// The position of the last character if the whole text looks like a list marker.
    private var finalListDelimiter: Int? {
        guard let last = text.last, ".)".utf8.contains(last), text.dropLast().allSatisfy(ASCII.isDigit) else {
            return nil
        }
        return text.count - 1
    }
}
