import NotebookText

/// Comments in an item that suppress findings: `<!-- bundle-ignore NB602 -->`, with rules or families, separated by
/// spaces or commas.
///
/// A comment applies to its own line, and to the next one if it is alone on its line.
package struct IgnoreComments: Sendable {
    /// The maximum number of comments per item.
    static let most = 1_000
    private static let opening = Array("<!--".utf8)
    private static let word = Array("bundle-ignore".utf8)
    private static let closing = Array("-->".utf8)

    /// The words of the comments for each line.
    private var words: [Int: [String]] = [:]

    /// No comments.
    package init() {}

    /// The comments of an item.
    init(_ bytes: [UInt8]) {
        var (lineStart, line, found, offset) = (0, 1, 0, 0)
        while found < Self.most, let start = Self.next(in: bytes, from: offset) {
            offset = start + 1
            guard let words = Self.words(bytes, at: start) else { continue }
            found += 1
            // Counts lines in one pass, up to the last comment.
            var content = Line(at: lineStart, in: bytes)
            while content.end <= start {
                (lineStart, line) = (content.end, line + 1)
                content = Line(at: lineStart, in: bytes)
            }
            let named = bytes[words].split { $0 == 0x20 || $0 == 0x2C || $0 == 0x09 }.map {
                String(decoding: $0, as: UTF8.self)
            }
            self.words[line, default: []] += named
            let rest = bytes[lineStart..<start] + bytes[(words.upperBound + 3)..<content.content.upperBound]
            if rest.allSatisfy(Line.isBlank) { self.words[line + 1, default: []] += named }
        }
    }

    /// The offset of the next comment of any kind.
    private static func next(in bytes: [UInt8], from start: Int) -> Int? {
        let span = bytes.span
        var offset = start
        while offset < span.count {
            if span[offset] == 0x3C, bytes[offset...].starts(with: opening) { return offset }
            offset &+= 1
        }
        return nil
    }

    /// The words of a suppressing comment, which must end on its line.
    private static func words(_ bytes: [UInt8], at start: Int) -> Range<Int>? {
        var offset = bytes.skippingBlanks(from: start + opening.count, before: bytes.count)
        guard bytes[offset...].starts(with: word) else { return nil }
        offset += word.count
        var end = offset
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
            if bytes[end...].starts(with: closing) { return offset..<end }
            end += 1
        }
        return nil
    }

    /// The rules and families that comments for a line name, as they are written.
    package func words(inLine line: Int) -> [String] { words[line] ?? [] }

    var isEmpty: Bool { words.isEmpty }
}
