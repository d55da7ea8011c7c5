package import NotebookText

/// A part of a value in front matter, on one line, that can contain links (Format, clause 9.7).
package struct ValueText {
    /// The bytes, without quotation marks.
    package let range: Range<Int>
    package let style: ScalarStyle
}

/// Splits the value of a key into its texts, whatever its YAML: quoted scalars line by line, and the text around them
/// as it is, up to a comment.
struct ValueTexts {
    private let bytes: [UInt8]
    private let entry: FrontMatterEntry
    /// A quoted scalar that continues on the next line: its style, and its end.
    private var open: (style: ScalarStyle, end: Int)?
    /// The maximum indentation of a line that ends a block scalar.
    private var blockIndentation: Int?
    /// The number of open brackets and braces.
    private var depth = 0
    /// Quotation marks without a closing one.
    private var unclosed: Set<UInt8> = []

    init(_ bytes: [UInt8], _ entry: FrontMatterEntry) { (self.bytes, self.entry) = (bytes, entry) }

    /// Calls `body` with each text that contains a bracket.
    mutating func forEach(_ body: (ValueText) -> Void) {
        let bytes = bytes
        func report(_ text: ValueText) {
            if bytes[text.range].contains(UInt8(ascii: "[")) { body(text) }
        }
        read(entry.value, indentation: 0, report)
        for line in entry.continuation {
            let text = line.content
            guard !FrontMatterLines.isComment(line, in: bytes) else {
                if let end = open?.end, end < text.upperBound { open = nil }
                continue
            }
            let first = bytes[text].firstIndex { $0 != 0x20 } ?? text.upperBound
            let indentation = first - text.lowerBound
            if let block = blockIndentation {
                if indentation > block || first == text.upperBound {
                    report(ValueText(range: text, style: .block))
                    continue
                }
                blockIndentation = nil
            }
            read(text, indentation: indentation, report)
        }
    }

    /// Reads a line of the value, or the rest of the key's line.
    private mutating func read(_ line: Range<Int>, indentation: Int, _ body: (ValueText) -> Void) {
        var (index, indentation) = (line.lowerBound, indentation)
        if let (style, end) = open {
            body(ValueText(range: index..<min(end, line.upperBound), style: style))
            guard end < line.upperBound else { return }
            open = nil
            index = end + 1
        }
        var start = index
        var isFlow = depth > 0
        // Whether a scalar can begin here: only indicators precede it.
        var canBegin = index == line.lowerBound
        func flush(to end: Int) {
            if start < end { body(ValueText(range: start..<end, style: isFlow ? .flow : .plain)) }
        }
        while index < line.upperBound {
            let byte = bytes[index]
            let isBeforeBlank = index + 1 == line.upperBound || Line.isBlank(bytes[index + 1])
            switch byte {
            case 0x20, 0x09: break
            case UInt8(ascii: "#") where index == line.lowerBound || Line.isBlank(bytes[index - 1]):
                return flush(to: index)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard canBegin, let end = end(of: byte, at: index) else {
                    canBegin = false
                    break
                }
                flush(to: index)
                let style: ScalarStyle = byte == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
                body(ValueText(range: index + 1..<min(end, line.upperBound), style: style))
                guard end < line.upperBound else {
                    open = (style, end)
                    return
                }
                (index, start, canBegin) = (end, end + 1, false)
            case UInt8(ascii: "-"), UInt8(ascii: "?"):
                canBegin = canBegin && isBeforeBlank && depth == 0
                // Text after the sign is indented at least to the column of the sign.
                if canBegin, bytes[line.lowerBound..<index].allSatisfy({ " -?".utf8.contains($0) }) {
                    indentation = max(indentation, index - line.lowerBound)
                }
            case UInt8(ascii: ":"):
                canBegin = isBeforeBlank || depth > 0 && start == index
                // A key after `- ` determines the indentation of its block.
                if canBegin, depth == 0 { indentation = keyIndentation(line) ?? indentation }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                guard canBegin || depth > 0 else { break }
                (depth, isFlow, canBegin) = (depth + 1, true, true)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                (depth, canBegin) = (max(0, depth - 1), false)
            case UInt8(ascii: ","): canBegin = depth > 0
            case UInt8(ascii: "|"), UInt8(ascii: ">"):
                if canBegin, depth == 0, isBlockHeader(index + 1..<line.upperBound) {
                    blockIndentation = indentation
                    return flush(to: index)
                }
                canBegin = false
            case UInt8(ascii: "&"), UInt8(ascii: "!"):
                // An anchor or a tag of YAML. But `![[` is an embed written without quotation marks.
                guard canBegin, !isBeforeBlank, bytes[index + 1] != UInt8(ascii: "[") else {
                    canBegin = false
                    break
                }
                while index + 1 < line.upperBound, !Line.isBlank(bytes[index + 1]) { index += 1 }
            default: canBegin = false
            }
            index += 1
        }
        flush(to: line.upperBound)
    }

    /// The column, from 0, of the text after the dashes at the beginning of a line; `nil` on the key's line.
    private func keyIndentation(_ line: Range<Int>) -> Int? {
        guard line.lowerBound != entry.value.lowerBound else { return nil }
        var index = line.lowerBound
        while index < line.upperBound, " -?".utf8.contains(bytes[index]) { index += 1 }
        return index - line.lowerBound
    }

    /// The end of the quoted scalar that begins at an offset, on its line or a later one; `nil` if it has none.
    private mutating func end(of mark: UInt8, at start: Int) -> Int? {
        guard !unclosed.contains(mark) else { return nil }
        var index = start + 1
        while index < entry.end {
            if bytes[index] == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                index += 1
            } else if bytes[index] == mark {
                guard mark == UInt8(ascii: "'"), index + 1 < entry.end, bytes[index + 1] == mark else { return index }
                index += 1
            }
            index += 1
        }
        unclosed.insert(mark)
        return nil
    }

    /// Whether only digits, signs and a comment follow `|` or `>`.
    private func isBlockHeader(_ range: Range<Int>) -> Bool {
        let rest = bytes[YAMLScalar.withoutComment(bytes, range, atStart: false)]
        return rest.count <= 2 && rest.allSatisfy { "+-123456789".utf8.contains($0) }
    }
}
