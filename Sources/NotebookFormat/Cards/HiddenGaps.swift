/// Texts of cards as lists show them, with their gaps hidden: a list is no answer.
package enum HiddenGaps {
    /// What a gap looks like.
    package static let sign = "[…]"

    /// A text with each `{{c1::…}}` and `==…==` hidden; a gap that is cut off hides the rest.
    package static func text(_ text: String) -> String {
        guard text.utf8.contains(0x7B) || text.utf8.contains(0x3D) else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var rest = 0
        // The beginning may be within a gap.
        if let close = bytes.pair(0x7D, from: 0), bytes[..<close].clozeMark == nil {
            output += sign.utf8
            rest = close + 2
        }
        var (cloze, marked) = (bytes.cloze(from: rest), bytes.marked(from: rest))
        while true {
            // The next of each kind, looked for only once it is passed.
            if let last = cloze, last.lowerBound < rest { cloze = bytes.cloze(from: rest) }
            if let last = marked, last.lowerBound < rest { marked = bytes.marked(from: rest) }
            let isCloze = (cloze?.lowerBound ?? .max) <= (marked?.lowerBound ?? .max)
            guard let gap = isCloze ? cloze : marked else { break }
            output += bytes[rest..<gap.lowerBound] + sign.utf8
            rest = isCloze ? bytes.clozeEnd(from: gap.upperBound) : gap.upperBound
        }
        return String(decoding: output + bytes[rest...], as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// The first `{{c`.
    fileprivate var clozeMark: Int? {
        indices.dropLast(2).first { self[$0] == 0x7B && self[$0 + 1] == 0x7B && self[$0 + 2] == UInt8(ascii: "c") }
    }
}

extension [UInt8] {
    /// The first place of a byte twice.
    fileprivate func pair(_ byte: UInt8, from start: Int) -> Int? {
        var index = start
        while index + 1 < count {
            if self[index] == byte, self[index + 1] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The first beginning of a gap, such as `{{c1::`, with a number of one to three digits.
    fileprivate func cloze(from start: Int) -> Range<Int>? {
        var from = start
        while let mark = self[from...].clozeMark {
            let end = self[(mark + 3)...].prefix(3).prefix { (0x30...0x39).contains($0) }.endIndex
            if end > mark + 3, self[end...].starts(with: "::".utf8) { return mark..<(end + 2) }
            from = mark + 1
        }
        return nil
    }

    /// The offset after a gap whose text begins here; gaps can contain others.
    fileprivate func clozeEnd(from start: Int) -> Int {
        var (depth, index) = (1, start)
        while index < count {
            let byte = self[index]
            guard byte == 0x7B || byte == 0x7D, index + 1 < count, self[index + 1] == byte else {
                index += 1
                continue
            }
            depth += byte == 0x7B ? 1 : -1
            index += 2
            if depth == 0 { break }
        }
        return index
    }

    /// The first `==…==`, with no `=` in it, and no white space at its ends.
    fileprivate func marked(from start: Int) -> Range<Int>? {
        var from = start
        while let opening = pair(0x3D, from: from) {
            let end = self[(opening + 2)...].firstIndex(of: 0x3D) ?? count
            let inner = String(decoding: self[(opening + 2)..<end], as: UTF8.self)
            if let first = inner.first, let last = inner.last, !first.isWhitespace, !last.isWhitespace,
                self[end...].starts(with: "==".utf8)
            {
                return opening..<(end + 2)
            }
            from = end > opening + 2 ? end : opening + 1
        }
        return nil
    }
}
