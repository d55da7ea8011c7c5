import NotebookText

/// The link targets within a text: its headings, its named blocks, and the names of HTML elements (Format, clause 9.4).
///
/// Names are stored as hashes: a text of 16 MiB can have millions of them.
package struct MarkdownAnchors: Hashable, Sendable {
    /// The comparison keys of the headings, with a single space for each run of white space.
    private var headings: Set<Int> = []
    /// The slugs of the headings, and the values of `id` and `name` in HTML.
    private var fragments: Set<Int> = []
    /// The comparison keys of the blocks' names, without `^`.
    private var blocks: Set<Int> = []
    /// For each slug shared by several headings, the number of the last one.
    private var numbers: [Int: Int] = [:]

    package init() {}

    /// Their approximate size in memory, in bytes.
    package var size: Int { (headings.capacity + fragments.capacity + blocks.capacity + 2 * numbers.capacity) * 8 }

    /// Whether the part of a wiki link after `#` names a target.
    package func contains(heading: String) -> Bool {
        guard let name = heading.split(separator: "#").map({ String($0).trimmed }).last(where: { !$0.isEmpty }) else {
            return true
        }
        if name.hasPrefix("^") { return blocks.contains(ComparisonKey(name.dropFirst()).hashValue) }
        return headings.contains(Self.key(name).hashValue)
    }

    /// Whether the fragment of a Markdown link, percent-decoded and without `#`, names a target.
    package func contains(fragment: String) -> Bool {
        // The top of a document always exists (HTML, section 7.4.6.4).
        if fragment.isEmpty || fragment.lowercased() == "top" || fragments.contains(fragment.hashValue) { return true }
        if fragment.hasPrefix("^") { return blocks.contains(ComparisonKey(fragment.dropFirst()).hashValue) }
        return fragments.contains(fragment.lowercased().composed.hashValue)
    }

    /// Adds a heading and returns its fragment.
    @discardableResult
    package mutating func addHeading(_ text: String) -> String {
        headings.insert(Self.key(text).hashValue)
        let slug = Self.slug(of: text)
        guard !fragments.insert(slug.hashValue).inserted else { return slug }
        // All lower numbers are in use.
        var number = numbers[slug.hashValue] ?? 0
        var unique = slug
        repeat {
            number += 1
            unique = "\(slug)-\(number)"
        } while !fragments.insert(unique.hashValue).inserted
        numbers[slug.hashValue] = number
        return unique
    }

    mutating func addName(_ name: String) { fragments.insert(name.hashValue) }

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
        return ComparisonKey(text.split { $0.isWhitespace || signs.contains($0) }.joined(separator: " "))
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

    /// The fragment of the heading that a wiki link names after `#`, assuming that no earlier heading has its text;
    /// `nil` if the link names a block or nothing.
    package static func fragment(ofHeading heading: String) -> String? {
        let name = heading.split(separator: "#").map { String($0).trimmed }.last { !$0.isEmpty }
        return name.flatMap { $0.hasPrefix("^") ? nil : slug(of: $0) }
    }

    private static let signs = Set("!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\")

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

extension MarkdownDocument {
    /// The link targets within the text.
    package func anchors() -> MarkdownAnchors {
        var anchors = MarkdownAnchors()
        var inlines = InlineParser(options)
        for (index, node) in blocks.nodes.enumerated() {
            switch node.kind {
            case .heading, .paragraph:
                if node.kind.isParagraph, !bytes.span.contains(0x3C, or: 0x5E, in: node.range) { continue }
                inlines.parse(node, of: blocks)
                if case .heading = node.kind {
                    anchors.addHeading(inlines.structure.plainText(softBreak: " ", hardBreak: " "))
                }
                anchors.addBlock(bytes[node.range])
                addNames(ofLines: node, isFirstOfItem: index > 0 && blocks.nodes[index - 1].kind.isItem, to: &anchors)
                addNames(of: inlines.structure, to: &anchors)
            case .html:
                let content = InlineContent(blocks.lines[node.lines], of: blocks.bytes)
                for tag in HTMLPieces.tags(content.bytes) { addNames(of: tag, in: content.bytes, to: &anchors) }
            default: break
            }
        }
        return anchors
    }

    /// Adds names in the lines of a paragraph: alone on a line, or at the end of the first line of a list item.
    private func addNames(ofLines node: BlockNode, isFirstOfItem: Bool, to anchors: inout MarkdownAnchors) {
        guard node.kind.isParagraph, node.lines.count > 1 else { return }
        for (number, line) in blocks.lines[node.lines].dropLast().enumerated() {
            let text = bytes[line.range.trimmed(in: bytes)]
            let isAlone = text.first == UInt8(ascii: "^") && !text.contains(where: Line.isBlank)
            if isAlone || number == 0 && isFirstOfItem { anchors.addBlock(text) }
        }
    }

    private func addNames(of structure: InlineStructure, to anchors: inout MarkdownAnchors) {
        for token in structure.tokens {
            guard case .html = token.kind else { continue }
            var scanner = HTMLTagScanner(structure.content.bytes, before: token.range.upperBound)
            guard let tag = scanner.tag(at: token.range.lowerBound) else { continue }
            addNames(of: tag, in: structure.content.bytes, to: &anchors)
        }
    }

    private func addNames(of tag: HTMLTag, in bytes: [UInt8], to anchors: inout MarkdownAnchors) {
        for attribute in tag.attributes {
            let name = String(decoding: bytes[attribute.name].lazy.map(ASCII.lowercased), as: UTF8.self)
            guard let value = attribute.value, name == "id" || name == "name" else { continue }
            anchors.addName(MarkdownText.attributeValue(bytes, value))
        }
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
    /// All headings, in the order of the source.
    package func headings() -> [MarkdownHeading] {
        var inlines = InlineParser(options)
        return blocks.nodes.compactMap { node in
            guard case .heading(let level) = node.kind else { return nil }
            inlines.parse(node, of: blocks)
            return MarkdownHeading(
                level: level, text: inlines.structure.plainText(softBreak: " ", hardBreak: " "), range: node.range)
        }
    }
}
