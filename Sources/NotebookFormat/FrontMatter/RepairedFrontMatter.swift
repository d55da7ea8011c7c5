import NotebookText

/// Makes invalid front matter readable: turns invalid lines into comments, and keeps all others (Format,
/// clause 17.2).
///
/// If a key occurs twice, the first one counts.
struct RepairedFrontMatter {
    /// The item with comments instead of invalid lines.
    let bytes: [UInt8]
    /// The numbers of these lines in the file, from 1.
    let lines: [Int]

    /// Looks for valid lines; `nil` if there is no known key, since the text may not be front matter at all.
    init?(of item: [UInt8]) {
        guard let range = ItemLayout(item).frontMatter else { return nil }
        var output = Array(item[..<range.lowerBound])
        var numbers: [Int] = []
        var keys: Set<KnownKey> = []
        // A continuation line without a key is invalid, too.
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

    /// The possible roles of a line; `nil` if it is not allowed in front matter.
    private static func kind(of line: Line, in bytes: [UInt8]) -> Kind? {
        // A line is valid if it is a key, or if it follows a key and continues it.
        if line.isBlank(in: bytes) { return .blank }
        if let lines = try? FrontMatterLines(bytes, line.content.lowerBound..<line.end) {
            return lines.entries.first.map { .key($0.key) } ?? .blank
        }
        return FrontMatterLines.continues(line, in: bytes) ? .continuation : nil
    }
}
