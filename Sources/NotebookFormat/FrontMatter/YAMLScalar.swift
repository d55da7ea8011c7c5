import NotebookText

/// A YAML scalar on one line, in the spellings of Annex A of the format.
package struct YAMLScalar {
    package let text: String
    /// The scalar with its quotation marks.
    let range: Range<Int>
    let isQuoted: Bool

    /// Whether the scalar is empty: plain `null` or `~`.
    var isNull: Bool { !isQuoted && range.count <= 4 && ["null", "Null", "NULL", "~"].contains(text) }

    /// Parses the scalar in a part of a line; only spaces may surround it, and a comment may follow.
    ///
    /// Returns `nil` if its spelling is not accepted. If the part is empty, returns a scalar without text at its end.
    static func read(_ bytes: [UInt8], _ part: Range<Int>) -> YAMLScalar? {
        var start = part.lowerBound
        while start < part.upperBound, Line.isBlank(bytes[start]) { start += 1 }
        if let quoted = quoted(in: bytes, start..<part.upperBound) {
            let rest = withoutComment(bytes, quoted.end..<part.upperBound, atStart: false)
            guard rest.isEmpty else { return nil }
            return YAMLScalar(text: quoted.text, range: start..<quoted.end, isQuoted: true)
        }
        let range = withoutComment(bytes, start..<part.upperBound, atStart: true)
        guard !range.isEmpty else { return YAMLScalar(text: "", range: start..<start, isQuoted: false) }
        guard isPlain(bytes, range) else { return nil }
        return YAMLScalar(text: String(decoding: bytes[range], as: UTF8.self), range: range, isQuoted: false)
    }

    /// The part of a line before a comment, without surrounding spaces and tabs.
    static func withoutComment(_ bytes: [UInt8], _ part: Range<Int>, atStart: Bool) -> Range<Int> {
        var end = part.upperBound
        for index in part where bytes[index] == UInt8(ascii: "#") {
            guard index == part.lowerBound ? atStart : Line.isBlank(bytes[index - 1]) else { continue }
            end = index
            break
        }
        while end > part.lowerBound, Line.isBlank(bytes[end - 1]) { end -= 1 }
        return part.lowerBound..<end
    }

    /// Whether a plain scalar cannot begin here (YAML 1.2.2 §7.3.3).
    static func isIndicator(at index: Int, before end: Int, in bytes: [UInt8]) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): index + 1 == end || Line.isBlank(bytes[index + 1])
        default: ",[]{}#&*!|>'\"%@`".utf8.contains(bytes[index])
        }
    }

    private static func isPlain(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard !isIndicator(at: range.lowerBound, before: range.upperBound, in: bytes) else { return false }
        for index in range {
            if bytes[index] == UInt8(ascii: ":"), index + 1 == range.upperBound || Line.isBlank(bytes[index + 1]) {
                return false
            }
        }
        return true
    }

    /// A quoted scalar at the beginning of a part of a line, and the offset after it.
    static func quoted(in bytes: [UInt8], _ part: Range<Int>) -> (text: String, end: Int)? {
        guard !part.isEmpty else { return nil }
        switch bytes[part.lowerBound] {
        case UInt8(ascii: "'"): return singleQuoted(bytes, part)
        case UInt8(ascii: "\""): return YAMLEscapes.doubleQuoted(bytes, part)
        default: return nil
        }
    }

    private static func singleQuoted(_ bytes: [UInt8], _ part: Range<Int>) -> (text: String, end: Int)? {
        var output: [UInt8] = []
        var index = part.lowerBound + 1
        while index < part.upperBound {
            if bytes[index] == UInt8(ascii: "'") {
                guard index + 1 < part.upperBound, bytes[index + 1] == UInt8(ascii: "'") else {
                    return (String(decoding: output, as: UTF8.self), index + 1)
                }
                index += 1
            }
            output.append(bytes[index])
            index += 1
        }
        return nil
    }
}

/// Double-quoted scalars (YAML 1.2.2 §7.3.1) on one line.
package enum YAMLEscapes {
    /// Decodes a scalar from its opening quotation mark; `nil` if it does not end in this part or has an unknown
    /// escape.
    static func doubleQuoted(_ bytes: [UInt8], _ part: Range<Int>) -> (text: String, end: Int)? {
        var output: [UInt8] = []
        var index = part.lowerBound + 1
        while index < part.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                return (String(decoding: output, as: UTF8.self), index + 1)
            case UInt8(ascii: "\\"):
                guard let length = decode(bytes, index..<part.upperBound, into: &output) else { return nil }
                index += length
            default:
                output.append(bytes[index])
                index += 1
            }
        }
        return nil
    }

    private static let simple: [UInt8: String] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
        0x09: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}", UInt8(ascii: "f"): "\u{C}",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}", UInt8(ascii: " "): " ", UInt8(ascii: "\""): "\"",
        UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
        UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
    ]

    /// Decodes the escape at the beginning of a part and returns its length; `nil` if YAML has no such escape.
    package static func decode(_ bytes: [UInt8], _ part: Range<Int>, into output: inout [UInt8]) -> Int? {
        guard part.count >= 2 else { return nil }
        let letter = bytes[part.lowerBound + 1]
        if let text = simple[letter] {
            output.append(contentsOf: text.utf8)
            return 2
        }
        let counts: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
        guard let count = counts[letter], part.count >= 2 + count else { return nil }
        // Accepts surrogate pairs, since JSON writes characters beyond U+FFFF that way.
        guard let first = codePoint(bytes, part.lowerBound + 2, count) else { return nil }
        if let scalar = Unicode.Scalar(first) {
            output.append(contentsOf: String(scalar).utf8)
            return 2 + count
        }
        guard count == 4, (0xD800...0xDBFF).contains(first), part.count >= 12, bytes[part.lowerBound + 6] == 0x5C,
            bytes[part.lowerBound + 7] == UInt8(ascii: "u"), let second = codePoint(bytes, part.lowerBound + 8, 4),
            (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + second - 0xDC00)
        else { return nil }
        output.append(contentsOf: String(scalar).utf8)
        return 12
    }

    private static func codePoint(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt32? {
        let digits = bytes[start..<start + count]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
