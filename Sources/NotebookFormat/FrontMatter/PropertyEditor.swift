import NotebookText

/// Changes the value of one property in front matter and leaves every other byte unchanged.
///
/// Never loses anything that the lines contain besides the value, such as comments between the elements of a list:
/// refuses such a change instead.
struct PropertyEditor {
    private let bytes: [UInt8]
    private let entry: FrontMatterEntry
    private let lineEnd: [UInt8]

    /// Returns the edit that changes the value of a key.
    ///
    /// - Throws: `TextProblem` if the change would overwrite something that this editor does not understand.
    static func edit(
        _ bytes: [UInt8], _ entry: FrontMatterEntry, to value: PropertyValue
    ) throws(TextProblem) -> (range: Range<Int>, text: [UInt8]) {
        try PropertyEditor(bytes: bytes, entry: entry, lineEnd: Line.lineEnd(of: bytes)).edit(to: value)
    }

    /// A new key with its value, as lines.
    static func lines(_ key: String, _ value: PropertyValue, lineEnd: [UInt8]) -> [UInt8] {
        YAMLSpelling.key(key) + [UInt8(ascii: ":")] + spelling(value, lineEnd) + lineEnd
    }

    /// The text after the colon.
    private static func spelling(_ value: PropertyValue, _ lineEnd: [UInt8]) -> [UInt8] {
        switch value {
        case .single(let scalar):
            let text = YAMLSpelling.scalar(scalar)
            return text.isEmpty ? [] : [0x20] + text
        case .list(let scalars):
            guard !scalars.isEmpty else { return Array(" []".utf8) }
            return scalars.flatMap { lineEnd + Array("  - ".utf8) + YAMLSpelling.scalar($0, inList: true) }
        }
    }

    private func edit(to value: PropertyValue) throws(TextProblem) -> (range: Range<Int>, text: [UInt8]) {
        let old = PropertyReader.value(bytes, entry)
        guard !old.scalars.contains(where: { $0.kind == .nested }) else {
            throw problem("it is neither one value nor a list of values")
        }
        if case .single(let scalar) = value, entry.continuation.isEmpty, let read = YAMLScalar.read(bytes, entry.value)
        {
            let text = YAMLSpelling.scalar(scalar)
            guard !text.isEmpty else { return (entry.value.lowerBound..<read.range.upperBound, []) }
            return YAMLSpelling.replacement(of: read.range, with: text, in: bytes)
        }
        guard let list = YAMLList.read(bytes, entry), [.nothing, .block].contains(list.form) || list.isFlow else {
            return try whole(value, end: entry.value.lowerBound)
        }
        switch list.form {
        case .block:
            let comments = entry.continuation.contains { FrontMatterLines.isComment($0, in: bytes) }
            if comments { throw problem("there is a comment between its values") }
            guard case .list(let scalars) = value, !scalars.isEmpty, let first = list.elements.first else {
                try requireNoComment(beside: list.elements)
                return try whole(value, end: entry.value.lowerBound)
            }
            let prefix = bytes[first.lines].prefix { Line.isBlank($0) } + [UInt8(ascii: "-"), 0x20]
            var kept = list.elements
            let lines = scalars.flatMap { scalar -> [UInt8] in
                if let index = kept.firstIndex(where: { $0.scalar.map { PropertyScalar($0) } == scalar }) {
                    return Array(bytes[kept.remove(at: index).lines])
                }
                return prefix + YAMLSpelling.scalar(scalar, inList: true) + lineEnd
            }
            try requireNoComment(beside: kept)
            return (entry.keyLineEnd..<entry.end, lines)
        case .flow(let opening, let closing):
            let inside = bytes[opening..<closing]
            if zip(inside, inside.dropFirst()).contains(where: { $1 == UInt8(ascii: "#") && ($0 <= 0x20) }) {
                throw problem("there may be a comment between its values")
            }
            guard case .list(let scalars) = value else { return try whole(value, end: closing + 1) }
            var kept = list.elements
            let texts = scalars.map { scalar -> [UInt8] in
                if let index = kept.firstIndex(where: { $0.scalar.map { PropertyScalar($0) } == scalar }) {
                    return Array(bytes[kept.remove(at: index).range])
                }
                return YAMLSpelling.scalar(scalar, inList: true)
            }
            let text = [UInt8(ascii: "[")] + Array(texts.joined(separator: ", ".utf8)) + [UInt8(ascii: "]")]
            return (opening..<closing + 1, text)
        case .nothing, .scalar: return try whole(value, end: entry.value.lowerBound)
        }
    }

    /// Requires that no comment follows elements that will be gone, on their lines.
    private func requireNoComment(beside gone: [YAMLList.Element]) throws(TextProblem) {
        let hasComment = gone.contains {
            bytes[$0.range.upperBound..<$0.lines.upperBound].contains(UInt8(ascii: "#"))
        }
        if hasComment { throw problem("a comment beside a value would be lost") }
    }

    /// Rewrites the whole value; keeps a comment at the end of its last line.
    ///
    /// - Parameter end: The end of a list in brackets, or the beginning of any other value.
    private func whole(_ value: PropertyValue, end: Int) throws(TextProblem) -> (range: Range<Int>, text: [UInt8]) {
        let isQuoted = bytes[entry.value].first { !Line.isBlank($0) }.map { "'\"".utf8.contains($0) } ?? false
        var comment: ArraySlice<UInt8> = []
        if end > entry.value.lowerBound {
            comment = bytes[end..<entry.end].prefix { $0 != 0x0A && $0 != 0x0D }
        } else if !isQuoted || entry.continuation.isEmpty {
            let text = YAMLScalar.read(bytes, entry.value)?.range.upperBound
            let start = text ?? YAMLScalar.withoutComment(bytes, entry.value, atStart: true).upperBound
            comment = bytes[start..<entry.value.upperBound]
        }
        while let last = comment.last, Line.isBlank(last) { comment.removeLast() }
        let space: [UInt8] = comment.first.map { Line.isBlank($0) } ?? true ? [] : [0x20]
        let text = Self.spelling(value, lineEnd)
        // A comment stays on the line of the key.
        let place = text.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
        return (entry.value.lowerBound..<entry.end, text[..<place] + space + comment + text[place...] + lineEnd)
    }

    private func problem(_ reason: String) -> TextProblem {
        TextProblem(
            "cannot change the value of “\(PrintableText.escaped(entry.key))”: \(reason)", at: entry.start,
            kind: .notUnderstood)
    }
}

extension YAMLList {
    fileprivate var isFlow: Bool { if case .flow = form { true } else { false } }
}

/// Reads the values of properties: scalars on one line or several, and lists of them.
enum PropertyReader {
    /// The value of a key.
    static func value(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> PropertyValue {
        if entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) {
            return .single(PropertyScalar(scalar))
        }
        if let list = YAMLList.read(bytes, entry), list.form != .nothing {
            return .list(
                list.elements.map { element in
                    element.scalar.map { PropertyScalar($0) }
                        ?? PropertyScalar(nested: String(decoding: bytes[element.range], as: UTF8.self))
                })
        }
        if let text = blockScalar(bytes, entry) ?? folded(bytes, entry) { return .single(PropertyScalar(text: text)) }
        return .single(PropertyScalar(nested: source(bytes, entry)))
    }

    /// The text of a value as it is written, without the spaces around it.
    private static func source(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> String {
        let lines = [entry.value] + entry.continuation.map(\.content)
        return lines.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "\n").trimmingBlanks
    }

    /// The text after `|` or `>`; `nil` if the value has no such sign.
    private static func blockScalar(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> String? {
        guard let scalar = BlockScalar(entry.value, in: bytes) else { return nil }
        let lines = entry.continuation.map { Array(bytes[$0.content]) }
        let indentation = lines.filter { $0.contains { !Line.isBlank($0) } }.map { $0.prefix { $0 == 0x20 }.count }
            .min()
        let texts = lines.map { String(decoding: $0.dropFirst(indentation ?? 0), as: UTF8.self) }
        guard scalar.isFolded else { return texts.joined(separator: "\n") }
        // An empty line means a line end; other line ends mean spaces.
        return texts.split(separator: "", omittingEmptySubsequences: false).map { $0.joined(separator: " ") }
            .joined(separator: "\n")
    }

    /// A plain or quoted scalar that continues on other lines; each line end means a space.
    private static func folded(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> String? {
        let lines = [entry.value] + entry.continuation.map(\.content)
        let parts = lines.map { bytes[$0.trimmed(in: bytes)] }.filter { !$0.isEmpty }
        guard !entry.continuation.contains(where: { FrontMatterLines.isComment($0, in: bytes) }) else { return nil }
        let joined = Array(parts.joined(separator: [0x20]))
        return YAMLScalar.read(joined, joined.indices).flatMap { $0.range == joined.indices ? $0.text : nil }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
