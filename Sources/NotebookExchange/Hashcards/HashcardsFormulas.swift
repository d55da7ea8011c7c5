import NotebookMarkdown
import NotebookText

/// Formulas between brackets with backslashes, which decks may have besides those between dollar signs.
enum HashcardsFormulas {
    /// A text with its formulas between dollar signs: `\(x\)` and `\[x\]` outside of code.
    static func dollars(in text: String) -> String {
        replaced(in: text) { bytes, start, end in
            let mark = Array((bytes[start + 1] == UInt8(ascii: "(") ? "$" : "$$").utf8)
            return mark + bytes[(start + 2)..<end] + mark
        }
    }

    /// A text in which brackets with backslashes are no formulas: the first ones are written as numbers.
    static func escaped(in text: String) -> String {
        replaced(in: text) { bytes, start, end in
            Array("&#\(bytes[start + 1]);".utf8) + bytes[(start + 2)...(end + 1)]
        }
    }

    /// Replaces what stands between a bracket with a backslash and the next that closes it.
    private static func replaced(
        in text: String, _ replacement: (_ bytes: [UInt8], _ start: Int, _ end: Int) -> [UInt8]
    ) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        let bytes = Array(text.utf8)
        let code = MarkdownDocument(bytes).allCodeRanges
        var signs: [(offset: Int, sign: UInt8)] = []
        var (offset, next) = (0, 0)
        while offset + 1 < bytes.count {
            while next < code.count, code[next].upperBound <= offset { next += 1 }
            if next < code.count, code[next].contains(offset) {
                offset = code[next].upperBound
            } else if bytes[offset] == UInt8(ascii: "\\") {
                if "()[]".utf8.contains(bytes[offset + 1]) { signs.append((offset, bytes[offset + 1])) }
                offset += 2
            } else {
                offset += 1
            }
        }
        var output: [UInt8] = []
        var done = 0
        // The next sign that closes each kind, found from the end.
        var closing: [Int: Int] = [:]
        var (round, square) = (Int?.none, Int?.none)
        for (offset, sign) in signs.reversed() {
            switch sign {
            case UInt8(ascii: ")"): round = offset
            case UInt8(ascii: "]"): square = offset
            case UInt8(ascii: "("): closing[offset] = round
            default: closing[offset] = square
            }
        }
        for (offset, _) in signs where offset >= done {
            guard let end = closing[offset] else { continue }
            output += bytes[done..<offset] + replacement(bytes, offset, end)
            done = end + 2
        }
        return String(decoding: output + bytes[done...], as: UTF8.self)
    }
}
