import NotebookText

/// A place within a text, to which a link can lead.
package enum MarkdownAnchor: Hashable, Sendable {
    /// The beginning of the text.
    case beginning
    /// A heading, by its fragment.
    case heading(String)
    /// A named block, or an element of HTML.
    case named
}

/// The places within a text to which links can lead: its headings, its named blocks, and the names of HTML elements
/// (Format, clause 21.4).
///
/// It alone says which heading a link means. Names are stored as hashes: a text of 16 MiB can have millions of them.
package struct MarkdownAnchors: Hashable, Sendable {
    private var headings = HeadingTree()
    /// The headings by the hashes of their slugs.
    private var slugs: [Int: Int32] = [:]
    /// The values of `id` and `name` in HTML.
    private var names: Set<Int> = []
    /// The comparison keys of the blocks' names, without `^`.
    private var blocks: Set<Int> = []
    /// For each slug shared by several headings, the number of the last one.
    private var numbers: [Int: Int] = [:]
    /// The fragments of the headings, one after the other, and their ends.
    private var fragments: [UInt8] = []
    private var ends: [Int32] = []

    package init() {}

    /// Their approximate size in memory, in bytes.
    package var size: Int {
        headings.size + (2 * slugs.capacity + names.capacity + blocks.capacity + 2 * numbers.capacity) * 8
            + fragments.capacity + ends.capacity * 4
    }

    /// The place that a wiki link names after `#`; `nil` if there is none.
    ///
    /// Of several parts, each names a heading in the section of the one before, as in Obsidian.
    package func place(heading: String) -> MarkdownAnchor? {
        let parts = heading.utf8.split(separator: UInt8(ascii: "#")).map { Substring($0).seen }.filter { !$0.isEmpty }
        guard let last = parts.last else { return .beginning }
        if last.begins(with: "^") {
            return blocks.contains(ComparisonKey(Substring(last.utf8.dropFirst())).hashValue) ? .named : nil
        }
        return headings.first(parts.map { Self.key($0).hashValue }).map { .heading(fragment(of: $0)) }
    }

    /// The place that the fragment of a Markdown link names, percent-decoded and without `#`; `nil` if there is none.
    package func place(fragment: String) -> MarkdownAnchor? {
        if fragment.isEmpty { return .beginning }
        for slug in [fragment.composed, fragment.lowercased().composed] {
            if let heading = slugs[slug.hashValue] { return .heading(self.fragment(of: Int(heading))) }
            if names.contains(slug.hashValue) { return .named }
        }
        // The top of a document always exists (HTML, section 7.4.6.4).
        return fragment.utf8.count == 3 && fragment.lowercased() == "top" ? .beginning : place(heading: fragment)
    }

    private func fragment(of heading: Int) -> String {
        let start = heading == 0 ? 0 : Int(ends[heading - 1])
        return String(decoding: fragments[start..<Int(ends[heading])], as: UTF8.self)
    }

    /// Adds a heading and returns its fragment.
    ///
    /// - Parameter text: Its plain text, without the name of a block at its end.
    @discardableResult
    package mutating func addHeading(_ text: String, level: Int) -> String {
        let text = Self.withoutBlockName(text)
        let index = Int32(headings.add(Self.key(text).hashValue, level: level))
        let fragment = addSlug(Self.slug(of: text), index)
        fragments += fragment.utf8
        ends.append(Int32(fragments.count))
        return fragment
    }

    private mutating func addSlug(_ slug: String, _ heading: Int32) -> String {
        guard slugs[slug.hashValue] != nil else {
            slugs[slug.hashValue] = heading
            return slug
        }
        // All lower numbers are in use.
        var number = numbers[slug.hashValue] ?? 0
        var unique = slug
        repeat {
            number += 1
            unique = "\(slug)-\(number)"
        } while slugs[unique.hashValue] != nil
        slugs[unique.hashValue] = heading
        numbers[slug.hashValue] = number
        return unique
    }

    /// A heading without ` ^` and the name of a block at its end.
    package static func withoutBlockName(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "^")), let space = text.lastIndex(where: \.isWhitespace) else {
            return text
        }
        let name = text[text.index(after: space)...]
        return name.utf8.count > 1 && name.begins(with: "^") ? String(text[..<space]).trimmed : text
    }

    mutating func addName(_ name: String) { names.insert(name.hashValue) }

    /// Adds the name of a block whose source ends with ` ^` and the name, or consists only of that.
    mutating func addBlock(_ source: some BidirectionalCollection<UInt8>) {
        let word = source.reversed().drop { Line.isBlank($0) || $0 == 0x0A || $0 == 0x0D }
            .prefix { !Line.isBlank($0) && $0 != 0x0A && $0 != 0x0D }
        guard word.count > 1, word.last == UInt8(ascii: "^") else { return }
        blocks.insert(ComparisonKey(String(decoding: word.dropLast().reversed(), as: UTF8.self)).hashValue)
    }

    /// The key of a heading as links write it: without characters that a wiki link cannot contain, and similar ones.
    private static func key(_ text: String) -> ComparisonKey {
        if text.utf8.span.isASCII { return asciiKey(text) }
        let words = text.seen.unicodeScalars.split { $0 == " " || signs.contains($0) }
        return ComparisonKey(words.map { String(Substring($0)) }.joined(separator: " "))
    }

    /// Does the same for ASCII, in a tenth of the time.
    private static func asciiKey(_ text: String) -> ComparisonKey {
        var key: [UInt8] = []
        key.reserveCapacity(text.utf8.count)
        var isBehindWord = false
        for byte in text.utf8 {
            if isSeparator(byte) {
                isBehindWord = isBehindWord || !key.isEmpty
                continue
            }
            if isBehindWord { key.append(0x20) }
            isBehindWord = false
            key.append(ASCII.lowercased(byte))
        }
        return ComparisonKey(folded: String(decoding: key, as: UTF8.self))
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09...0x0D, 0x20: true
        // The only remaining punctuation between U+0021 and U+007E is `'`, `-` and `_`.
        case 0x27, 0x2D, 0x5F: false
        default: ASCII.isPunctuation(byte)
        }
    }

    private static let signs = Set("!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\".unicodeScalars)

    private static func slug(of heading: String) -> String {
        if heading.utf8.span.isASCII {
            let kept = heading.utf8.lazy.map { $0 == 0x20 ? 0x2D : ASCII.lowercased($0) }.filter {
                ASCII.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
            return String(decoding: Array(kept), as: UTF8.self)
        }
        var slug = ""
        for scalar in heading.lowercased().composed.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator: slug += "-"
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
                slug.unicodeScalars.append(scalar)
            default: if scalar == "_" || scalar == "-" { slug.unicodeScalars.append(scalar) }
            }
        }
        return slug
    }
}

/// A heading (CommonMark 0.31.2 §4.2 and §4.3).
package struct MarkdownHeading: Hashable, Sendable {
    /// The level, 1 to 6.
    package let level: Int
    /// The text without markup.
    package let text: String
    /// The bytes of the source, with `#` or the underline.
    package let range: Range<Int>
}

extension MarkdownDocument {
    /// All headings outside comments, in the order of the source.
    package func headings() -> [MarkdownHeading] {
        var inlines = InlineParser(options)
        var comments = comments()[...]
        return blocks.nodes.compactMap { node in
            guard case .heading(let level) = node.kind else { return nil }
            comments = comments.drop { $0.upperBound <= node.range.lowerBound }
            if let comment = comments.first, comment.lowerBound <= node.range.lowerBound { return nil }
            inlines.parse(node, of: blocks)
            return MarkdownHeading(
                level: level, text: inlines.structure.plainText(softBreak: " ", hardBreak: " "), range: node.range)
        }
    }
}

extension MarkdownDocument {
    /// The headings that are in no quotation or list, in the order of the source.
    package func outerHeadings() -> [MarkdownHeading] {
        var starts: Set<Int> = []
        var index = 0
        while index < blocks.nodes.count {
            if case .heading = blocks.nodes[index].kind { starts.insert(blocks.nodes[index].range.lowerBound) }
            index = max(index + 1, blocks.nodes[index].next)
        }
        return headings().filter { starts.contains($0.range.lowerBound) }
    }
}
