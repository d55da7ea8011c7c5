package import NotebookText

/// A key of the front matter with its value, as lines (Format, clause 17.2).
package struct FrontMatterEntry {
    /// The key without quotation marks.
    package let key: String
    /// The start of the key's line.
    let start: Int
    /// The text after the colon on the key's line, without the line end.
    let value: Range<Int>
    /// The offset after the key's line.
    let keyLineEnd: Int
    /// The lines that continue the value, including blank lines and comments between them, but not after them.
    var continuation: [Line] = []

    /// The offset after the last line of the value.
    var end: Int { continuation.last?.end ?? keyLineEnd }
}

/// A text after `|` or `>`, in lines of its own (YAML 1.2.2 §8.1).
struct BlockScalar {
    /// Whether line ends mean spaces.
    let isFolded: Bool
    /// Whether empty lines at its end belong to it.
    private let keepsEnd: Bool
    /// The number of spaces before its first line; `nil` if all lines so far are empty.
    private var indentation: Int?
    /// The least number of spaces before a line.
    private var minimum = 1

    /// Reads what is after the last colon or dash of a line within a value; `nil` if that is another value.
    init?(within line: Line, in bytes: [UInt8]) {
        let text = YAMLScalar.withoutComment(bytes, line.content, atStart: false)
        guard let space = bytes[text].lastIndex(where: Line.isBlank),
            let mark = bytes[text.lowerBound..<space].last(where: { !Line.isBlank($0) }), ":-".utf8.contains(mark)
        else { return nil }
        self.init(space + 1..<text.upperBound, in: bytes)
        minimum = Self.indentation(line, in: bytes) + 1
    }

    /// Reads what is after the colon of a key; `nil` if that is another value.
    init?(_ value: Range<Int>, in bytes: [UInt8]) {
        guard let sign = bytes[value].first(where: { !Line.isBlank($0) }), "|>".utf8.contains(sign) else { return nil }
        let header = bytes[YAMLScalar.withoutComment(bytes, value, atStart: false).trimmed(in: bytes)]
        guard header.dropFirst().allSatisfy({ "+-123456789".utf8.contains($0) }) else { return nil }
        (isFolded, keepsEnd) = (sign == UInt8(ascii: ">"), header.contains(UInt8(ascii: "+")))
    }

    /// Whether a line that is empty or looks like a comment belongs to the text, which has no comments.
    func contains(_ line: Line, in bytes: [UInt8]) -> Bool {
        line.isBlank(in: bytes) ? keepsEnd : Self.indentation(line, in: bytes) >= indentation ?? minimum
    }

    /// Takes note of the next line of the text.
    mutating func take(_ line: Line, in bytes: [UInt8]) {
        if indentation == nil, !line.isBlank(in: bytes) { indentation = Self.indentation(line, in: bytes) }
    }

    private static func indentation(_ line: Line, in bytes: [UInt8]) -> Int {
        bytes[line.content].prefix { $0 == 0x20 }.count
    }
}

/// Splits front matter into keys, without parsing their values.
package struct FrontMatterLines {
    /// The keys, in the order of the file.
    package private(set) var entries: [FrontMatterEntry] = []

    /// Reads the lines of front matter.
    ///
    /// - Throws: `TextProblem` at the first line that clause 17.2 does not allow.
    package init(_ bytes: [UInt8], _ range: Range<Int>) throws(TextProblem) {
        var offset = range.lowerBound
        var between: [Line] = []
        // The text after `|` or `>`, until it ends.
        var scalar: BlockScalar?
        while offset < range.upperBound {
            let line = Line(at: offset, in: bytes)
            offset = line.end
            if line.isBlank(in: bytes) || Self.isComment(line, in: bytes) {
                between.append(line)
                guard let text = scalar else { continue }
                if text.contains(line, in: bytes) {
                    scalar?.take(line, in: bytes)
                    entries[entries.count - 1].continuation += between
                    between = []
                } else if !line.isBlank(in: bytes) {
                    scalar = nil
                }
            } else if Self.continues(line, in: bytes) {
                guard !entries.isEmpty else {
                    throw TextProblem("the front matter does not begin with a key", at: line.content.lowerBound)
                }
                entries[entries.count - 1].continuation += between + [line]
                if let text = scalar, text.contains(line, in: bytes) {
                    scalar?.take(line, in: bytes)
                } else {
                    scalar = BlockScalar(within: line, in: bytes)
                }
                between = []
            } else {
                let entry = try Self.entry(line, in: bytes)
                entries.append(entry)
                scalar = BlockScalar(entry.value, in: bytes)
                between = []
            }
        }
    }

    /// Whether a line is a comment, wherever it is (clause 17.2).
    static func isComment(_ line: Line, in bytes: [UInt8]) -> Bool {
        bytes[line.content].first { !Line.isBlank($0) } == UInt8(ascii: "#")
    }

    /// Whether a line that is not blank continues the key before it.
    static func continues(_ line: Line, in bytes: [UInt8]) -> Bool {
        switch bytes[line.content.lowerBound] {
        case 0x20, 0x09, UInt8(ascii: "]"), UInt8(ascii: "}"): true
        case UInt8(ascii: "-"): line.content.count == 1 || Line.isBlank(bytes[line.content.lowerBound + 1])
        default: false
        }
    }

    private static func entry(_ line: Line, in bytes: [UInt8]) throws(TextProblem) -> FrontMatterEntry {
        let start = line.content.lowerBound
        guard let key = key(line, in: bytes) else {
            if ConflictMarkers.begin(at: start, in: bytes) {
                throw TextProblem("a conflict marker of a version control system", at: start, kind: .conflictMarker)
            }
            throw TextProblem("this line of the front matter is not “key: value”", at: start)
        }
        return FrontMatterEntry(
            key: key.text, start: start, value: key.end + 1..<line.content.upperBound, keyLineEnd: line.end)
    }

    /// The key of a line and the offset of the colon after it.
    private static func key(_ line: Line, in bytes: [UInt8]) -> (text: String, end: Int)? {
        let start = line.content.lowerBound
        let end = line.content.upperBound
        if let quoted = YAMLScalar.quoted(in: bytes, start..<end) {
            var colon = quoted.end
            while colon < end, Line.isBlank(bytes[colon]) { colon += 1 }
            guard colon < end, isColon(at: colon, before: end, in: bytes) else { return nil }
            return (quoted.text, colon)
        }
        // Text after a comment sign is not a key.
        let text = YAMLScalar.withoutComment(bytes, start..<end, atStart: true)
        guard !text.isEmpty, !YAMLScalar.isIndicator(at: start, before: end, in: bytes),
            let colon = text.first(where: { isColon(at: $0, before: end, in: bytes) })
        else { return nil }
        var keyEnd = colon
        while keyEnd > start, Line.isBlank(bytes[keyEnd - 1]) { keyEnd -= 1 }
        guard keyEnd > start else { return nil }
        return (String(decoding: bytes[start..<keyEnd], as: UTF8.self), colon)
    }

    private static func isColon(at index: Int, before end: Int, in bytes: [UInt8]) -> Bool {
        bytes[index] == UInt8(ascii: ":") && (index + 1 == end || Line.isBlank(bytes[index + 1]))
    }
}
