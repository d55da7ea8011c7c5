package import NotebookText

/// A part of a value in front matter, on one line, that can contain links (Format, clause 21.7).
package struct ValueText {
    /// The bytes, without quotation marks.
    package let range: Range<Int>
    package let style: ScalarStyle
}

/// Splits the value of a key into its texts, line by line: quoted scalars, and the text around them as it is, up to a
/// comment.
struct ValueTexts {
    private let bytes: [UInt8]
    private let entry: FrontMatterEntry
    /// The number of open brackets and braces, in which fewer targets need no quotation marks.
    private var depth = 0

    init(_ bytes: [UInt8], _ entry: FrontMatterEntry) { (self.bytes, self.entry) = (bytes, entry) }

    /// Calls `body` with each text that contains a bracket.
    mutating func forEach(_ body: (ValueText) -> Void) {
        let bytes = bytes
        func report(_ text: ValueText) {
            if bytes[text.range].contains(UInt8(ascii: "[")) { body(text) }
        }
        read(entry.value, report)
        for line in entry.continuation where !FrontMatterLines.isComment(line, in: bytes) {
            read(line.content, report)
        }
    }

    /// Reads a line of the value, or the rest of the key's line.
    private mutating func read(_ line: Range<Int>, _ body: (ValueText) -> Void) {
        var (index, start) = (line.lowerBound, line.lowerBound)
        var isFlow = depth > 0
        // Whether a quoted scalar can begin here, or brackets: only signs of YAML precede them.
        var (canBegin, canOpen) = (true, true)
        func flush(to end: Int) {
            if start < end { body(ValueText(range: start..<end, style: isFlow ? .flow : .plain)) }
        }
        while index < line.upperBound {
            let isBeforeBlank = index + 1 == line.upperBound || Line.isBlank(bytes[index + 1])
            switch bytes[index] {
            case 0x20, 0x09: break
            case UInt8(ascii: "#") where index == line.lowerBound || Line.isBlank(bytes[index - 1]):
                return flush(to: index)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard canBegin, let quoted = YAMLScalar.quoted(in: bytes, index..<line.upperBound) else {
                    (canBegin, canOpen) = (false, false)
                    break
                }
                flush(to: index)
                let style: ScalarStyle = bytes[index] == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
                body(ValueText(range: index + 1..<quoted.end - 1, style: style))
                (index, start, canBegin, canOpen) = (quoted.end, quoted.end, false, false)
                continue
            case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
                (canBegin, canOpen) = (isBeforeBlank, isBeforeBlank)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                canOpen = canOpen || depth > 0
                if canOpen { (depth, isFlow) = (depth + 1, true) }
                canBegin = true
            case UInt8(ascii: ","): (canBegin, canOpen) = (true, depth > 0)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                (depth, canBegin, canOpen) = (max(0, depth - 1), false, false)
            default: (canBegin, canOpen) = (false, false)
            }
            index += 1
        }
        flush(to: line.upperBound)
    }
}
