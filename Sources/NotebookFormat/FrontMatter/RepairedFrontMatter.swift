/// Makes front matter that does not parse readable: lines that it cannot have become comments, and all others stay as
/// they are (Format, clause 7.2).
///
/// Of a key that occurs twice, the first counts.
struct RepairedFrontMatter {
    /// The item with the lines as comments.
    let bytes: [UInt8]
    /// The numbers of the lines in the file, from 1.
    let lines: [Int]

    /// Looks for what parses; `nil` if that is no known key, for then the text need not be front matter at all.
    init?(of item: [UInt8]) {
        guard let range = ItemLayout(item).frontMatter else { return nil }
        var output = Array(item[..<range.lowerBound])
        var numbers: [Int] = []
        var keys: Set<KnownKey> = []
        // What continues nothing has no place either.
        var isKept = false
        var (offset, number) = (range.lowerBound, 2)
        while offset < range.upperBound {
            let line = Line(at: offset, in: item)
            switch Self.kind(of: line, in: item) {
            case .blank: break
            case .continuation:
                if !isKept { numbers.append(number) }
            case .key(let name):
                isKept = KnownKey(rawValue: name).map { keys.insert($0).inserted } ?? true
                if !isKept { numbers.append(number) }
            case nil:
                isKept = false
                numbers.append(number)
            }
            if numbers.last == number { output += Array("# ".utf8) }
            output += item[offset..<line.end]
            (offset, number) = (line.end, number + 1)
        }
        guard !keys.isEmpty, !numbers.isEmpty else { return nil }
        bytes = output + item[range.upperBound...]
        lines = numbers
    }

    private enum Kind {
        case blank
        case continuation
        case key(String)
    }

    /// What a line can be; `nil` if that is nothing that front matter can have.
    private static func kind(of line: Line, in bytes: [UInt8]) -> Kind? {
        // A line by itself parses if it is a key, and one behind a key if it continues it.
        if line.isBlank(in: bytes) { return .blank }
        if let lines = try? FrontMatterLines(bytes, line.content.lowerBound..<line.end) {
            return lines.entries.first.map { .key($0.key) } ?? .blank
        }
        return FrontMatterLines.continues(line, in: bytes) ? .continuation : nil
    }
}
