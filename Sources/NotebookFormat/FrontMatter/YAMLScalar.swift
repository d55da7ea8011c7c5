import NotebookText

/// A YAML scalar on one line, in the spellings of Annex A of the format.
package struct YAMLScalar {
    package let text: String
    /// The scalar with its quotation marks.
    let range: Range<Int>
    let isQuoted: Bool

    /// Whether the scalar is empty: plain `null` or `~`.
    var isNull: Bool { !isQuoted && ["null", "Null", "NULL", "~"].contains(text) }

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
