import NotebookBundle

/// What is being typed before the cursor.
enum CompletionContext: Equatable {
    /// The target of a wiki link or embed; what was typed of it.
    case wikiTarget(typed: Range<Int>, isEmbed: Bool)
    /// The heading or block of a wiki link, and its target.
    case wikiHeading(target: Range<Int>, typed: Range<Int>)
    /// The destination of a Markdown link or image.
    case destination(typed: Range<Int>, isImage: Bool)
    /// A tag, without `#`.
    case tag(typed: Range<Int>)
    /// A word for a date, without `@`.
    case date(typed: Range<Int>)
    /// A key of the front matter.
    case key(typed: Range<Int>)
    /// The value of a key of the front matter.
    case value(key: String, typed: Range<Int>)

    /// Finds out what is typed; `nil` if nothing can be completed.
    init?(_ lines: LineTable, at offset: Int, in text: PlacedText?) {
        let bytes = lines.bytes
        let line = lines.content(of: lines.line(of: offset))
        let before = line.lowerBound..<max(line.lowerBound, min(offset, line.upperBound))
        if Self.isInFrontMatter(lines, offset) {
            guard let place = Self.inFrontMatter(bytes, before) else { return nil }
            self = place
            return
        }
        if text?.code.contains(where: { $0.lowerBound < offset && offset <= $0.upperBound }) ?? false { return nil }
        guard let place = Self.inLink(bytes, before) ?? Self.inWord(bytes, before) else {
            return nil
        }
        self = place
    }

    /// Whether an offset is behind a first line `---` and before the next one, also while what is between is not valid.
    private static func isInFrontMatter(_ lines: LineTable, _ offset: Int) -> Bool {
        func isMark(_ line: Int) -> Bool { lines.bytes[lines.content(of: line)].elementsEqual("---".utf8) }
        let line = lines.line(of: offset)
        return line > 0 && isMark(0) && !(1...line).contains(where: isMark)
    }

    private static func inFrontMatter(_ bytes: [UInt8], _ before: Range<Int>) -> CompletionContext? {
        if let colon = bytes[before].firstIndex(of: UInt8(ascii: ":")) {
            let key = String(decoding: bytes[before.lowerBound..<colon], as: UTF8.self).trimmed
            var start = colon + 1
            if let mark = bytes[start..<before.upperBound].lastIndex(where: { "[,".utf8.contains($0) }) {
                start = mark + 1
            }
            while start < before.upperBound, bytes[start] == 0x20 { start += 1 }
            return .value(key: key, typed: start..<before.upperBound)
        }
        let text = bytes[before]
        let dash = text.prefix { $0 == 0x20 }.count
        if text.dropFirst(dash).starts(with: "- ".utf8) {
            return .value(key: "tags", typed: (before.lowerBound + dash + 2)..<before.upperBound)
        }
        guard text.allSatisfy({ ASCII.isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else {
            return nil
        }
        return .key(typed: before)
    }

    private static func inLink(_ bytes: [UInt8], _ before: Range<Int>) -> CompletionContext? {
        var index = before.upperBound
        while index > before.lowerBound + 1 {
            index -= 1
            let pair = (bytes[index - 1], bytes[index])
            if pair == (UInt8(ascii: "]"), UInt8(ascii: "]")) { return nil }
            if pair == (UInt8(ascii: "["), UInt8(ascii: "[")) {
                return inWikiLink(bytes, (index + 1)..<before.upperBound, before.lowerBound)
            }
            if pair == (UInt8(ascii: "]"), UInt8(ascii: "(")) {
                let typed = (index + 1)..<before.upperBound
                guard !bytes[typed].contains(UInt8(ascii: ")")) else { return nil }
                let opening = bytes[before.lowerBound..<(index - 1)].lastIndex(of: UInt8(ascii: "["))
                let isImage = opening.map { $0 > before.lowerBound && bytes[$0 - 1] == UInt8(ascii: "!") } ?? false
                return .destination(typed: typed, isImage: isImage)
            }
        }
        return nil
    }

    private static func inWikiLink(_ bytes: [UInt8], _ typed: Range<Int>, _ lineStart: Int) -> CompletionContext? {
        guard !bytes[typed].contains(UInt8(ascii: "|")) else { return nil }
        if let sign = bytes[typed].lastIndex(of: UInt8(ascii: "#")) {
            let target = bytes[typed].firstIndex(of: UInt8(ascii: "#")) ?? sign
            return .wikiHeading(target: typed.lowerBound..<target, typed: (sign + 1)..<typed.upperBound)
        }
        let opening = typed.lowerBound - 2
        let isEmbed = opening > lineStart && bytes[opening - 1] == UInt8(ascii: "!")
        return .wikiTarget(typed: typed, isEmbed: isEmbed)
    }

    private static func inWord(_ bytes: [UInt8], _ before: Range<Int>) -> CompletionContext? {
        var start = before.upperBound
        while start > before.lowerBound, bytes[start - 1] != 0x20, bytes[start - 1] != 0x09 { start -= 1 }
        guard start < before.upperBound else { return nil }
        let typed = (start + 1)..<before.upperBound
        switch bytes[start] {
        case UInt8(ascii: "#") where !bytes[typed].contains(UInt8(ascii: "#")): return .tag(typed: typed)
        case UInt8(ascii: "@"): return .date(typed: typed)
        default: return nil
        }
    }
}
