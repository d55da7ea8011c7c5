import NotebookText

/// A cloze deletion in bytes, with the deletions inside it.
struct ClozeDeletion {
    let number: Int
    /// Its bytes, including its marks.
    let range: Range<Int>
    let answer: Range<Int>
    let hint: Range<Int>?
    let inner: [ClozeDeletion]

    /// Its number, and those of the deletions inside it.
    var numbers: [Int] { [number] + inner.flatMap(\.numbers) }
}

/// Finds cloze deletions in bytes.
///
/// Limits bound the work, whatever the bytes: on the bytes to examine, the length of an answer, and the nesting of
/// deletions.
struct ClozeScanner {
    private let bytes: [UInt8]
    /// The ranges of code, sorted and not nested.
    private let code: [Range<Int>]
    /// How many bytes the searches for closing marks may still read: far more than those that find one need.
    private var bytesLeft: Int

    private static let maximumAnswer = 1 << 14
    private static let maximumDepth = 8

    init(_ bytes: [UInt8], code: [Range<Int>]) {
        self.bytes = bytes
        self.code = code
        bytesLeft = 2 * Self.maximumDepth * bytes.count + 8 * Self.maximumAnswer
    }

    /// The end of the code at an offset; `nil` if there is none.
    private func codeEnd(at offset: Int) -> Int? {
        var (low, high) = (0, code.count)
        while low < high {
            let middle = (low + high) / 2
            if code[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low < code.count && code[low].contains(offset) ? code[low].upperBound : nil
    }

    private func has(_ text: String, at offset: Int, before end: Int) -> Bool {
        offset + text.utf8.count <= end && text.utf8.elementsEqual(bytes[offset..<offset + text.utf8.count])
    }

    private mutating func looks() -> Bool {
        bytesLeft -= 1
        return bytesLeft >= 0
    }
}

/// Deletions in braces: `{{c1::answer}}` and `{{c1::answer::hint}}`.
extension ClozeScanner {
    mutating func braces(in range: Range<Int>, depth: Int = 0) -> [ClozeDeletion] {
        guard depth < Self.maximumDepth else { return [] }
        var deletions: [ClozeDeletion] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            if bytes[offset] == UInt8(ascii: "{"), codeEnd(at: offset) == nil,
                let deletion = brace(at: offset, before: range.upperBound, depth)
            {
                deletions.append(deletion)
                offset = deletion.range.upperBound
            } else {
                offset += 1
            }
        }
        return deletions
    }

    private mutating func brace(at start: Int, before limit: Int, _ depth: Int) -> ClozeDeletion? {
        guard has("{{c", at: start, before: limit) else { return nil }
        let digits = bytes[(start + 3)..<limit].prefix { (0x30...0x39).contains($0) }
        let first = digits.endIndex + 2
        guard let number = Int(String(decoding: digits, as: UTF8.self)),
            (1...StudySide.maximumCloze).contains(number), has("::", at: digits.endIndex, before: limit),
            let end = closing(from: first, before: limit), end > first
        else { return nil }
        let inner = braces(in: first..<end, depth: depth + 1)
        let hint = hint(in: first..<end, besides: inner)
        let answer = first..<(hint.map { $0.lowerBound - 2 } ?? end)
        return ClozeDeletion(
            number: number, range: start..<end + 2, answer: answer, hint: hint.flatMap { $0.isEmpty ? nil : $0 },
            inner: inner.filter { $0.range.upperBound <= answer.upperBound })
    }

    /// Where `}}` closes the deletion that begins at an offset: outside of inner braces, or else the first one.
    private mutating func closing(from start: Int, before limit: Int) -> Int? {
        let limit = min(limit, start + Self.maximumAnswer)
        var (offset, depth) = (start, 0)
        var first: Int?
        while offset < limit, looks() {
            if let end = codeEnd(at: offset) {
                offset = end
                continue
            }
            let isClosing = has("}}", at: offset, before: limit)
            if isClosing, first == nil { first = offset }
            if isClosing, depth == 0 { return offset }
            if bytes[offset] == UInt8(ascii: "{") { depth += 1 }
            if bytes[offset] == UInt8(ascii: "}"), depth > 0 { depth -= 1 }
            offset += 1
        }
        return first
    }

    private func hint(in content: Range<Int>, besides inner: [ClozeDeletion]) -> Range<Int>? {
        var offset = content.lowerBound
        var inner = inner[...]
        while offset < content.upperBound {
            if inner.first?.range.lowerBound == offset, let skipped = inner.popFirst() {
                offset = skipped.range.upperBound
            } else if offset > content.lowerBound, has("::", at: offset, before: content.upperBound) {
                return offset + 2..<content.upperBound
            } else {
                offset += 1
            }
        }
        return nil
    }
}

/// Deletions between marks: `==answer==`, each within one paragraph.
extension ClozeScanner {
    mutating func marks(in range: Range<Int>) -> [ClozeDeletion] {
        var deletions: [ClozeDeletion] = []
        var offset = range.lowerBound
        while offset < range.upperBound, deletions.count < StudySide.maximumCloze {
            if let end = codeEnd(at: offset) {
                offset = end
            } else if isMark(at: offset, in: range), let end = markEnd(after: offset, in: range) {
                deletions.append(
                    ClozeDeletion(
                        number: deletions.count + 1, range: offset..<end + 2, answer: offset + 2..<end, hint: nil,
                        inner: []))
                offset = end + 2
            } else {
                offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        return deletions
    }

    /// Whether exactly two equals signs begin here.
    private func isMark(at offset: Int, in range: Range<Int>) -> Bool {
        func isSign(_ index: Int) -> Bool { range.contains(index) && bytes[index] == UInt8(ascii: "=") }
        return isSign(offset) && isSign(offset + 1) && !isSign(offset + 2) && !isSign(offset - 1)
    }

    private mutating func markEnd(after start: Int, in range: Range<Int>) -> Int? {
        let limit = min(range.upperBound, start + Self.maximumAnswer)
        var offset = start + 2
        guard offset < limit, !Self.isSpace(bytes[offset]) else { return nil }
        while offset < limit, looks() {
            if let end = codeEnd(at: offset) {
                offset = end
            } else if isMark(at: offset, in: range), !Self.isSpace(bytes[offset - 1]) {
                return offset
            } else if bytes[offset] == 0x0A, offset + 1 < limit, Line(at: offset + 1, in: bytes).isBlank(in: bytes) {
                return nil
            } else {
                offset += 1
            }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { Line.isBlank(byte) || byte == 0x0A || byte == 0x0D }
}
