public import NotebookFormat
import NotebookLinks
import NotebookMarkdown
public import NotebookText

/// A place where the text of an item names another item without a link.
public struct Mention: Hashable, Sendable {
    /// The item with the text.
    public let source: BundlePath
    /// The position of the name.
    public let position: TextPosition
    /// The sentence around the name, with the name marked.
    public let sentence: Snippet
}

/// The names of an item, for a search in other items.
package struct MentionedNames: Sendable {
    private let needles: [LooseNeedle]

    /// The maximum number of mentions of one item.
    package static let mostOfItem = 100

    /// Takes names, such as a title and aliases; ignores those of one letter or digit, which are in every text.
    package init(_ names: [String]) {
        let texts = names.map { $0.singleSpaced }
        var seen: Set<[UInt8]> = []
        needles = texts.filter { $0.count > 1 || Self.isWordByItself($0) }.map(LooseNeedle.init).filter {
            !$0.bytes.isEmpty && seen.insert($0.bytes).inserted
        }
    }

    /// Whether one character is a word, as in Chinese, or an emoji.
    private static func isWordByItself(_ character: String) -> Bool {
        guard let scalar = character.unicodeScalars.first?.properties else { return false }
        return scalar.isIdeographic || scalar.isEmojiPresentation
    }

    /// Finds the names as whole words in the text of an item, outside links, code, HTML, mathematics, comments, web
    /// addresses and tags.
    package func mentions(in file: ItemFile, at path: BundlePath) -> [Mention] {
        mentions(in: file, Self.body(of: file), at: path)
    }

    /// The folded text of an item, in which several items can be looked for.
    package static func body(of file: ItemFile) -> FoldedText {
        FoldedText(file.bytes, file.bodyStart..<file.bytes.count)
    }

    /// Finds the names in the folded text of an item.
    package func mentions(in file: ItemFile, _ body: FoldedText, at path: BundlePath) -> [Mention] {
        let found = needles.flatMap { needle in
            needle.ranges(in: body.bytes, from: 0, to: body.bytes.count).filter {
                WordBoundaries.areAround($0, in: body.bytes)
            }
        }
        // Few items contain a name. Parses only these.
        guard !found.isEmpty else { return [] }
        let text = ItemText(file)
        let sentences = Sentences(text)
        let lines = LineIndex(file.bytes)
        let markup = MarkupRanges(file.bytes, from: file.bodyStart)
        var others = (text.document.rangesWithoutWords + markup.ranges).sorted { $0.lowerBound < $1.lowerBound }[...]
        let ranges = found.map(body.source).sorted { ($0.lowerBound, -$0.count) < ($1.lowerBound, -$1.count) }
        return ranges.withoutOverlaps.filter { range in
            others = others.drop { $0.upperBound <= range.lowerBound }
            return others.first.map { !$0.overlaps(range) } ?? true && !markup.isAddressOrTag(range)
        }.prefix(Self.mostOfItem).map {
            Mention(source: path, position: lines.position(of: $0.lowerBound), sentence: sentences.snippet(around: $0))
        }
    }
}

extension MarkdownDocument {
    /// The ranges of links, images, code, HTML and definitions.
    fileprivate var rangesWithoutWords: [Range<Int>] {
        var ranges = definitions.map(\.range)
        func add(_ inlines: [MarkdownInline]) {
            for inline in inlines {
                switch inline.content {
                case .text, .softBreak, .hardBreak: break
                case .emphasis(let inner), .strong(let inner): add(inner)
                case .code, .link, .image, .autolink, .html, .wikiLink: ranges.append(inline.range)
                }
            }
        }
        func add(_ blocks: [MarkdownBlock]) {
            for block in blocks {
                switch block.content {
                case .paragraph(let inlines), .heading(_, let inlines): add(inlines)
                case .blockQuote(let inner): add(inner)
                case .list(let list): for item in list.items { add(item.blocks) }
                case .indentedCode, .fencedCode, .html: ranges.append(block.range)
                case .table(let table): table.rows.joined().forEach { add($0) }
                case .thematicBreak: break
                }
            }
        }
        add(tree())
        return ranges
    }
}

/// Parts of a Markdown text that are words to CommonMark, but not to authors: comments (`%%…%%`), mathematics (`$…$`
/// and `$$…$$`, as Pandoc delimits it), web addresses without brackets, and tags.
struct MarkupRanges {
    /// Comments and mathematics.
    let ranges: [Range<Int>]
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        var ranges: [Range<Int>] = []
        var comments = ReadingSource.comments(in: bytes, start..<bytes.count)[...]
        var index = start
        while index < bytes.count {
            comments = comments.drop { $0.upperBound <= index }
            if let comment = comments.first, comment.lowerBound <= index {
                ranges.append(comment)
                index = comment.upperBound
            } else if let end = Self.end(bytes, index) {
                ranges.append(index..<end)
                index = end
            } else {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        self.ranges = ranges
    }

    /// The end of a formula that begins at an index.
    private static func end(_ bytes: [UInt8], _ index: Int) -> Int? {
        guard bytes[index] == UInt8(ascii: "$") else { return nil }
        let isDouble = index + 1 < bytes.count && bytes[index + 1] == bytes[index]
        return isDouble ? double(bytes, index) : single(bytes, index)
    }

    /// The end of a formula between two pairs of signs.
    private static func double(_ bytes: [UInt8], _ start: Int) -> Int? {
        var index = start + 2
        while index + 1 < bytes.count {
            if bytes[index] == bytes[start], bytes[index + 1] == bytes[start] { return index + 2 }
            index += 1
        }
        return nil
    }

    /// The end of a formula between single signs: no space next to them inside, no digit after it, no empty line in it.
    private static func single(_ bytes: [UInt8], _ start: Int) -> Int? {
        var index = start + 1
        guard index < bytes.count, !isSpace(bytes[index]) else { return nil }
        while index < bytes.count, !(bytes[index] == 0x0A && bytes[index - 1] == 0x0A) {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 2
                continue
            }
            if bytes[index] == UInt8(ascii: "$"), !isSpace(bytes[index - 1]) {
                let isPrice = index + 1 < bytes.count && (0x30...0x39).contains(bytes[index + 1])
                return isPrice ? nil : index + 1
            }
            index += 1
        }
        return nil
    }

    /// How far to search for the beginning of a word, in bytes.
    private static let reach = 2_048

    /// Whether a range is in a web address or a tag: the text before it, back to a space, has `://` or begins with `#`
    /// or `www.`.
    func isAddressOrTag(_ range: Range<Int>) -> Bool {
        let least = max(0, range.lowerBound - Self.reach)
        var start = range.lowerBound
        while start > least, !Self.isSpace(bytes[start - 1]), !Self.opening.contains(bytes[start - 1]) { start -= 1 }
        let front = bytes[start..<range.lowerBound]
        if front.starts(with: "www.".utf8) { return true }
        // A single “#” begins a tag; several do not, and a heading has a space after them.
        if front.first == UInt8(ascii: "#") { return front.dropFirst().allSatisfy { $0 != UInt8(ascii: "#") } }
        return front.indices.contains { front[$0...].starts(with: "://".utf8) }
    }

    private static let opening = Array("(<[\"'".utf8)

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// Text that readers should not see: the digests in names of attachments.
package enum HiddenText {
    /// Replaces names of attachments in a text by the names that they were attached under.
    package static func withReadableNames(_ text: String) -> String {
        guard hasDigits(text) else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var rest = 0
        while let dot = bytes[rest...].firstIndex(of: UInt8(ascii: ".")) {
            let digits = bytes[(dot + 1)...].prefix(while: isHexDigit)
            output += bytes[rest..<dot]
            rest = dot + 1
            if (BlobName.shortestInfix...64).contains(digits.count), endsName(bytes[digits.endIndex...]) {
                rest = digits.endIndex
            } else {
                output.append(bytes[dot])
            }
        }
        return String(decoding: output + bytes[rest...], as: UTF8.self)
    }

    /// Whether what is behind a digest shows that it is in the name of an attachment: its ending, or the end of the name.
    private static func endsName(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let byte = rest.first else { return true }
        if byte == UInt8(ascii: ".") { return rest.dropFirst().first.map(ASCII.isAlphanumeric) ?? false }
        if byte < 0x80 { return byte <= 0x20 || "])\"'>|#".utf8.contains(byte) }
        return String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first?.properties.isWhitespace == true
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// Draws the check boxes of tasks in a text on one line.
    static func withDrawnBoxes(_ text: String) -> String {
        guard text.utf8.span.firstIndex(of: boxEnd.utf8.span) != nil else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let isFirst = index == 0 && bytes[0] != 0x20
            guard isFirst || bytes[index] == 0x20, let box = box(bytes[(isFirst ? 0 : index + 1)...]) else {
                output.append(bytes[index])
                index += 1
                continue
            }
            output += Array(((isFirst ? "" : " ") + box.sign).utf8)
            index = box.end
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let boxEnd = "] "

    /// The sign of the task whose mark of a list begins here, and the offset after its box.
    private static func box(_ bytes: ArraySlice<UInt8>) -> (sign: String, end: Int)? {
        let digits = bytes.prefix(9).prefix(while: ASCII.isDigit)
        let mark = bytes[digits.endIndex...]
        guard let first = mark.first, (digits.isEmpty ? "-*+" : ".)").utf8.contains(first) else { return nil }
        let box = mark.dropFirst().prefix(5)
        guard box.count == 5, box.starts(with: " [".utf8), box.dropFirst(3).elementsEqual("] ".utf8) else { return nil }
        switch box[box.startIndex + 2] {
        case UInt8(ascii: " "): return ("☐ ", box.endIndex)
        case UInt8(ascii: "-"): return ("☒ ", box.endIndex)
        case UInt8(ascii: "x"), UInt8(ascii: "X"): return ("☑ ", box.endIndex)
        default: return nil
        }
    }

    /// Whether a text has as many hexadecimal digits in a row as the name of an attachment.
    private static func hasDigits(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 {
            count = isHexDigit(byte) ? count + 1 : 0
            if count >= BlobName.shortestInfix { return true }
        }
        return false
    }
}
