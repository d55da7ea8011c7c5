import NotebookText

/// Parses the inline structure of leaf blocks, one after the other (CommonMark 0.31.2 §6 and appendix, phase 2).
///
/// As in cmark, the destinations and titles that the references of a text stand for are together no longer than the text,
/// or ``minimumExpansion``; references after that are text. Otherwise a long definition with many references would take
/// time with the square of the text.
package struct InlineParser {
    /// The number of bytes that the references of any text may stand for.
    static let minimumExpansion = 100_000

    private let hasWikiLinks: Bool

    /// The structure of the last block.
    package private(set) var structure = InlineStructure()
    /// Whether something in it would be a link if its label were defined.
    private(set) var missesDefinition = false

    private var definitions = ReferenceDefinitions()
    /// How many bytes the references of all blocks so far stand for, and how many they may.
    private var expansion = 0
    private var maximumExpansion = 0
    private var brackets = BracketStack()
    private var emphasis = EmphasisMatcher()
    private var codeSpans = CodeSpanScanner()
    private var tags = HTMLTagScanner([], before: 0)
    /// The first byte that does not belong to a token yet.
    private var textStart = 0

    package init(_ options: MarkdownOptions) { hasWikiLinks = options.wikiLinks }

    /// Reads the content of a paragraph or heading.
    package mutating func parse(_ node: BlockNode, of blocks: OpenBlocks) {
        load(blocks.lines[node.lines], of: blocks)
        if node.followsDefinition, let first = structure.content.bytes.first, "\"'(".utf8.contains(first) {
            structure.recordUnclosed(at: 0)
        }
        parseContent()
    }

    /// Reads some lines of a document, such as a cell of a table.
    mutating func parse(_ lines: ArraySlice<ContentLine>, of blocks: OpenBlocks) {
        load(lines, of: blocks)
        parseContent()
    }

    private mutating func load(_ lines: ArraySlice<ContentLine>, of blocks: OpenBlocks) {
        structure.removeAll()
        structure.content.load(lines, of: blocks.bytes)
        definitions = blocks.definitions
        maximumExpansion = max(Self.minimumExpansion, blocks.bytes.count)
    }

    /// Parses a text outside a document, without definitions.
    package mutating func parse(_ content: InlineContent) {
        structure.removeAll()
        structure.content = content
        parseContent()
    }

    private mutating func parseContent() {
        missesDefinition = false
        brackets.removeAll()
        emphasis.removeAll()
        codeSpans.removeAll()
        textStart = 0
        let bytes = structure.content.bytes
        tags = HTMLTagScanner(bytes, before: bytes.count)
        var offset = 0
        while true {
            offset = Self.nextSpecial(bytes, from: offset)
            guard offset < bytes.count else { break }
            offset = parseSpecial(bytes, at: offset)
        }
        flushText(until: bytes.count)
        emphasis.match(behind: nil, &structure.delimiters, &structure.emphasis)
        // Releases the shared values, so that changing the originals needs no copy.
        tags = HTMLTagScanner([], before: 0)
        definitions = ReferenceDefinitions()
    }

    private static func nextSpecial(_ bytes: [UInt8], from start: Int) -> Int {
        let span = bytes.span
        var offset = start
        while offset < span.count, !isSpecial(span[offset]) { offset &+= 1 }
        return offset
    }

    /// Whether a character can be anything but text.
    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x0A, UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "<"), UInt8(ascii: "["),
            UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "`"):
            true
        default: false
        }
    }

    /// Parses the text at a special character and returns the offset after it.
    private mutating func parseSpecial(_ bytes: [UInt8], at offset: Int) -> Int {
        switch bytes[offset] {
        case 0x0A: return parseLineEnd(bytes, at: offset)
        case UInt8(ascii: "\\"): return parseBackslash(bytes, at: offset)
        case UInt8(ascii: "&"):
            guard let reference = CharacterReference.scan(bytes, at: offset, before: bytes.count) else {
                return offset + 1
            }
            return add(.reference, offset..<reference.end)
        case UInt8(ascii: "`"):
            let run = offset..<CodeSpanScanner.runEnd(bytes, at: offset, before: bytes.count)
            guard let end = codeSpans.end(bytes, behind: run, before: bytes.count) else {
                structure.recordUnclosed(at: offset)
                return run.upperBound
            }
            return add(.code, offset..<end, detail: run.count)
        case UInt8(ascii: "<"): return parseAngleBracket(bytes, at: offset)
        case UInt8(ascii: "*"), UInt8(ascii: "_"): return parseDelimiters(bytes, at: offset)
        case UInt8(ascii: "!"):
            guard bytes.byte(at: offset + 1, before: bytes.count) == UInt8(ascii: "[") else { return offset + 1 }
            return parseOpeningBracket(bytes, at: offset + 1, isImage: true)
        case UInt8(ascii: "["): return parseOpeningBracket(bytes, at: offset, isImage: false)
        default: return parseClosingBracket(bytes, at: offset)
        }
    }

    // MARK: Tokens

    /// Adds a token after the text before it and returns the offset after it.
    @discardableResult
    private mutating func add(_ kind: InlineToken.Kind, _ range: Range<Int>, detail: Int = 0) -> Int {
        flushText(until: range.lowerBound)
        structure.tokens.append(InlineToken(kind: kind, range: range, detail: detail))
        textStart = range.upperBound
        return range.upperBound
    }

    private mutating func flushText(until end: Int) {
        guard textStart < end else { return }
        structure.tokens.append(InlineToken(kind: .text, range: textStart..<end))
        textStart = end
    }

    /// Parses a line end, which is hard after two spaces (§6.7 and §6.8).
    private mutating func parseLineEnd(_ bytes: [UInt8], at offset: Int) -> Int {
        var end = offset
        while end > textStart, bytes[end - 1] == 0x20 { end -= 1 }
        return add(offset - end >= 2 ? .hardBreak : .softBreak, end..<offset + 1)
    }

    private mutating func parseBackslash(_ bytes: [UInt8], at offset: Int) -> Int {
        guard let next = bytes.byte(at: offset + 1, before: bytes.count) else { return offset + 1 }
        if next == 0x0A { return add(.hardBreak, offset..<offset + 2) }
        return ASCII.isPunctuation(next) ? add(.escape, offset..<offset + 2) : offset + 1
    }

    private mutating func parseAngleBracket(_ bytes: [UInt8], at offset: Int) -> Int {
        if let end = AutolinkScanner.uriEnd(bytes, at: offset) { return add(.autolink, offset..<end) }
        if let end = AutolinkScanner.emailEnd(bytes, at: offset) { return add(.emailAutolink, offset..<end) }
        if let tag = tags.tag(at: offset) { return add(.html, tag.range) }
        if let next = bytes.byte(at: offset + 1, before: bytes.count), ASCII.isLetter(next) || "/!?".utf8.contains(next)
        {
            structure.recordUnclosed(at: offset)
        }
        return offset + 1
    }

    private mutating func parseDelimiters(_ bytes: [UInt8], at offset: Int) -> Int {
        var end = offset
        while end < bytes.count, bytes[end] == bytes[offset] { end += 1 }
        let run = DelimiterRun(bytes, offset..<end)
        guard run.canOpen || run.canClose else { return end }
        add(.delimiters, offset..<end, detail: structure.delimiters.count)
        structure.delimiters.append(run)
        emphasis.push(structure.delimiters.count - 1, &structure.delimiters)
        return end
    }

    // MARK: Brackets

    private mutating func parseOpeningBracket(_ bytes: [UInt8], at offset: Int, isImage: Bool) -> Int {
        if hasWikiLinks, let link = ScannedWikiLink(bytes, at: offset, isEmbed: isImage) {
            brackets.markFollowedByBracket()
            if !isImage { brackets.deactivateBrackets() }
            structure.wikiLinks.append(link)
            return add(.wikiLink, link.range, detail: structure.wikiLinks.count - 1)
        }
        if hasWikiLinks, bytes.contains("[[", at: offset, before: bytes.count) { structure.recordUnclosed(at: offset) }
        let start = isImage ? offset - 1 : offset
        add(.text, start..<offset + 1)
        brackets.push(
            .init(token: structure.tokens.count - 1, isImage: isImage, textStart: offset + 1, delimiter: emphasis.last))
        return offset + 1
    }

    private mutating func parseClosingBracket(_ bytes: [UInt8], at offset: Int) -> Int {
        guard let opening = brackets.pop(), let (target, end) = target(bytes, opening, offset) else {
            return offset + 1
        }
        structure.tokens[opening.token].kind = .linkStart
        structure.tokens[opening.token].detail = structure.links.count
        add(.linkEnd, offset..<end, detail: structure.links.count)
        structure.links.append(
            InlineLink(
                isImage: opening.isImage, range: structure.tokens[opening.token].range.lowerBound..<end,
                text: opening.textStart..<offset, target: target))
        emphasis.match(behind: opening.delimiter, &structure.delimiters, &structure.emphasis)
        if !opening.isImage { brackets.deactivateBrackets() }
        return end
    }

    /// The destination of the link whose text ends at a bracket, and the offset after it.
    private mutating func target(
        _ bytes: [UInt8], _ opening: BracketStack.Bracket, _ closing: Int
    ) -> (InlineLink.Target, Int)? {
        if let inline = InlineLink.Target.inline(bytes, at: closing + 1) { return inline }
        if bytes.byte(at: closing + 1, before: bytes.count) == UInt8(ascii: "(") {
            structure.recordUnclosed(at: closing + 1)
        }
        let text = opening.textStart..<closing
        let label = ReferenceLabel.scan(bytes, at: closing + 1)
        if let label, let key = ReferenceLabel.key(bytes, label) {
            return definition(key).map { (.reference(definition: $0, label: label), label.upperBound + 1) }
        }
        guard !opening.isFollowedByBracket, let key = ReferenceLabel.key(bytes, text) else { return nil }
        let end = label.map { $0.isEmpty ? $0.upperBound : closing } ?? closing
        return definition(key).map { (.reference(definition: $0, label: text), end + 1) }
    }

    private mutating func definition(_ key: [UInt8]) -> Int? {
        guard let index = definitions[key] else {
            missesDefinition = true
            return nil
        }
        let added = definitions.all[index].expansion
        guard added <= maximumExpansion - expansion else { return nil }
        expansion += added
        return index
    }
}

extension InlineLink.Target {
    /// The destination and title in parentheses at an offset, and the offset after them (CommonMark 0.31.2 §6.3).
    fileprivate static func inline(_ bytes: [UInt8], at start: Int) -> (InlineLink.Target, Int)? {
        guard bytes.byte(at: start, before: bytes.count) == UInt8(ascii: "(") else { return nil }
        var offset = bytes.skippingOneLineEnd(from: start + 1, before: bytes.count)
        var destination = ScannedText(text: offset..<offset, end: offset)
        var title: ScannedText?
        if bytes.byte(at: offset, before: bytes.count) != UInt8(ascii: ")") {
            guard let scanned = LinkDestinationScanner.destination(bytes, at: offset) else { return nil }
            destination = scanned
            offset = bytes.skippingOneLineEnd(from: scanned.end, before: bytes.count)
            if offset > scanned.end, let scanned = LinkDestinationScanner.title(bytes, at: offset) {
                title = scanned
                offset = bytes.skippingOneLineEnd(from: scanned.end, before: bytes.count)
            }
        }
        guard bytes.byte(at: offset, before: bytes.count) == UInt8(ascii: ")") else { return nil }
        return (.inline(destination: destination, title: title), offset + 1)
    }
}
