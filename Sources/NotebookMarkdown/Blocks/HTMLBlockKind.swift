import NotebookText

/// The seven kinds of HTML blocks, by their start and end conditions (CommonMark 0.31.2 §4.6).
package enum HTMLBlockKind {
    case literalElement
    case comment
    case processingInstruction
    case declaration
    case characterData
    case blockElement
    case completeTag

    /// Whether a blank line ends the block; otherwise a line with the end condition does.
    var endsAtBlankLine: Bool { self == .blockElement || self == .completeTag }

    /// The kind of block that a line begins.
    init?(_ cursor: LineCursor) {
        let (bytes, start, end) = (cursor.bytes, cursor.text, cursor.end)
        guard start + 1 < end, bytes[start] == UInt8(ascii: "<") else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "?"):
            self = .processingInstruction
        case UInt8(ascii: "!"):
            if bytes.contains("!--", at: start + 1, before: end) {
                self = .comment
            } else if bytes.contains("![cdata[", at: start + 1, before: end), bytes[start + 3] == UInt8(ascii: "C"),
                bytes[start + 3..<start + 8].elementsEqual("CDATA".utf8)
            {
                self = .characterData
            } else if let letter = bytes.byte(at: start + 2, before: end), ASCII.isLetter(letter) {
                self = .declaration
            } else {
                return nil
            }
        default:
            guard let kind = Self.ofElement(bytes, start, end) else { return nil }
            self = kind
        }
    }

    private static func ofElement(_ bytes: [UInt8], _ start: Int, _ end: Int) -> HTMLBlockKind? {
        let isClosing = bytes[start + 1] == UInt8(ascii: "/")
        let nameStart = isClosing ? start + 2 : start + 1
        var nameEnd = nameStart
        while nameEnd < end, nameEnd - nameStart < 16, ASCII.isAlphanumeric(bytes[nameEnd]) { nameEnd += 1 }
        let name = String(decoding: bytes[nameStart..<nameEnd].lazy.map(ASCII.lowercased), as: UTF8.self)
        let next = bytes.byte(at: nameEnd, before: end) ?? 0x20
        let isDelimited = Line.isBlank(next) || next == UInt8(ascii: ">")
        if !isClosing, isDelimited, literalElements.contains(name) { return .literalElement }
        let isEmpty = next == UInt8(ascii: "/") && bytes.byte(at: nameEnd + 1, before: end) == UInt8(ascii: ">")
        if isDelimited || isEmpty, blockElements.contains(name) { return .blockElement }
        var scanner = HTMLTagScanner(bytes, before: end)
        guard let tag = scanner.tag(at: start), tag.isElement, isClosing || !literalElements.contains(name),
            bytes.skippingBlanks(from: tag.range.upperBound, before: end) == end
        else { return nil }
        return .completeTag
    }

    /// Whether a line contains the end condition.
    func isEnded(by bytes: [UInt8], _ line: Range<Int>) -> Bool {
        func holds(_ text: StaticText) -> Bool {
            bytes.firstOccurrence(of: text, from: line.lowerBound, before: line.upperBound) != nil
        }
        return switch self {
        case .literalElement: holds("</pre>") || holds("</script>") || holds("</style>") || holds("</textarea>")
        case .comment: holds("-->")
        case .processingInstruction: holds("?>")
        case .declaration: holds(">")
        case .characterData: holds("]]>")
        case .blockElement, .completeTag: false
        }
    }

    private static let literalElements: Set<String> = ["pre", "script", "style", "textarea"]

    private static let blockElements = Set(
        """
        address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt \
        fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link \
        main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead \
        title tr track ul
        """.split(separator: " ").map(String.init))
}
