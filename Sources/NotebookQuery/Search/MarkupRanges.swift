import NotebookMarkdown

/// Parts of a Markdown text that are words to CommonMark, but not to authors: comments (`%%…%%`), mathematics (`$…$`
/// and `$$…$$`, as Pandoc delimits it), web addresses without brackets, and tags.
struct MarkupRanges {
    /// Comments and mathematics.
    let ranges: [Range<Int>]
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        var ranges: [Range<Int>] = []
        var comments = ReadingSource.comments(in: bytes, start..<bytes.count)[...]
        var index = start
        while index < bytes.count {
            comments = comments.drop { $0.upperBound <= index }
            if let comment = comments.first, comment.lowerBound <= index {
                ranges.append(comment)
                index = comment.upperBound
            } else if let end = Self.end(bytes, index) {
                ranges.append(index..<end)
                index = end
            } else {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        self.ranges = ranges
    }

    /// The end of a formula that begins at an index.
    private static func end(_ bytes: [UInt8], _ index: Int) -> Int? {
        guard bytes[index] == UInt8(ascii: "$") else { return nil }
        let isDouble = index + 1 < bytes.count && bytes[index + 1] == bytes[index]
        return isDouble ? double(bytes, index) : single(bytes, index)
    }

    /// The end of a formula between two pairs of signs.
    private static func double(_ bytes: [UInt8], _ start: Int) -> Int? {
        var index = start + 2
        while index + 1 < bytes.count {
            if bytes[index] == bytes[start], bytes[index + 1] == bytes[start] { return index + 2 }
            index += 1
        }
        return nil
    }

    /// The end of a formula between single signs: no space next to them inside, no digit after it, no empty line in it.
    private static func single(_ bytes: [UInt8], _ start: Int) -> Int? {
        var index = start + 1
        guard index < bytes.count, !isSpace(bytes[index]) else { return nil }
        while index < bytes.count, !(bytes[index] == 0x0A && bytes[index - 1] == 0x0A) {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 2
                continue
            }
            if bytes[index] == UInt8(ascii: "$"), !isSpace(bytes[index - 1]) {
                let isPrice = index + 1 < bytes.count && (0x30...0x39).contains(bytes[index + 1])
                return isPrice ? nil : index + 1
            }
            index += 1
        }
        return nil
    }

    /// How far to search for the beginning of a word, in bytes.
    private static let reach = 2_048

    /// Whether a range is in a web address or a tag: the text before it, back to a space, has `://` or begins with `#`
    /// or `www.`.
    func isAddressOrTag(_ range: Range<Int>) -> Bool {
        let least = max(0, range.lowerBound - Self.reach)
        var start = range.lowerBound
        while start > least, !Self.isSpace(bytes[start - 1]), !Self.opening.contains(bytes[start - 1]) { start -= 1 }
        let front = bytes[start..<range.lowerBound]
        if front.starts(with: "www.".utf8) { return true }
        // A single “#” begins a tag; several do not, and a heading has a space after them.
        if front.first == UInt8(ascii: "#") { return front.dropFirst().allSatisfy { $0 != UInt8(ascii: "#") } }
        return front.indices.contains { front[$0...].starts(with: "://".utf8) }
    }

    private static let opening = Array("(<[\"'".utf8)

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
