import NotebookBundle

/// The inlines of a paragraph as a flat list, with the markup that CommonMark does not know: `~~struck~~` and
/// `==marked==`.
struct InlineSpans {
    /// A part of the text with the same look.
    struct Span {
        var content: Content
        var faces: [Style.Face]
        /// The address that a terminal opens for it.
        var address: String?
    }

    enum Content {
        /// Text that may contain markup.
        case text(String)
        /// Text without markup: code, escaped characters, numbers of links.
        case literal(String)
        /// A line end of the source.
        case softBreak
        /// A line end that must be shown.
        case hardBreak
    }

    private(set) var spans: [Span] = []

    mutating func append(_ content: Content, _ faces: [Style.Face], address: String? = nil) {
        if case .text(let added) = content, let last = spans.last, case .text(let text) = last.content,
            last.faces == faces, last.address == address
        {
            spans[spans.count - 1].content = .text(text + added)
            return
        }
        spans.append(Span(content: content, faces: faces, address: address))
    }

    /// Appends a text; characters after a backslash in the source are not markup.
    mutating func append(_ text: String, source: ArraySlice<UInt8>, _ faces: [Style.Face], address: String? = nil) {
        for part in EscapedSigns.parts(of: text, source: source) {
            append(part.isEscaped ? .literal(part.text) : .text(part.text), faces, address: address)
        }
    }

    /// Removes the first characters of the text.
    mutating func removeFirst(_ count: Int) {
        var rest = count
        while rest > 0, let first = spans.first {
            switch first.content {
            case .text(let text) where text.count > rest:
                spans[0].content = .text(String(text.dropFirst(rest)))
                return
            case .text(let text), .literal(let text): rest -= text.count
            case .softBreak, .hardBreak: rest -= 1
            }
            spans.removeFirst()
        }
    }

    private static let marks: [(sign: String, face: Style.Face)] = [("~~", .struck), ("==", .marked)]

    private enum Token {
        case span(Span)
        case mark(Int, Span)
    }

    /// The spans with the faces of marked parts; without colours, struck text keeps its `~~`, because it would read as
    /// if it were not struck.
    func marked(_ style: Style) -> [Span] {
        guard spans.contains(where: { if case .text(let text) = $0.content { Self.hasMark(text) } else { false } })
        else { return spans }
        let tokens = tokens
        var partners: [Int: Int] = [:]
        var open: [Int: Int] = [:]
        for (index, token) in tokens.enumerated() {
            guard case .mark(let kind, _) = token else { continue }
            if let start = open[kind], index > start + 1, !Self.isSpace(tokens[index - 1], atEnd: true) {
                (partners[start], partners[index], open[kind]) = (index, start, nil)
            } else if index + 1 < tokens.count, !Self.isSpace(tokens[index + 1], atEnd: false) {
                open[kind] = index
            }
        }
        var result: [Span] = []
        var faces: [Style.Face] = []
        for (index, token) in tokens.enumerated() {
            switch token {
            case .span(var span):
                span.faces += faces
                result.append(span)
            case .mark(let kind, let span):
                let mark = Self.marks[kind]
                if let partner = partners[index] {
                    if partner > index { faces.append(mark.face) } else { faces.removeAll { $0 == mark.face } }
                }
                if partners[index] == nil || mark.face == .struck && !style.isEnabled { result.append(span) }
            }
        }
        return result
    }

    private static func hasMark(_ text: String) -> Bool { marks.contains { text.contains($0.sign) } }

    private static func isSpace(_ token: Token, atEnd: Bool) -> Bool {
        guard case .span(let span) = token else { return false }
        switch span.content {
        case .softBreak, .hardBreak: return true
        case .literal: return false
        case .text(let text): return (atEnd ? text.last : text.first)?.isWhitespace ?? true
        }
    }

    /// The spans, split at the signs.
    private var tokens: [Token] {
        spans.flatMap { span -> [Token] in
            guard case .text(let text) = span.content, Self.hasMark(text) else { return [.span(span)] }
            var tokens: [Token] = []
            var rest = text[...]
            func part(_ text: Substring) -> Span {
                Span(content: .text(String(text)), faces: span.faces, address: span.address)
            }
            while true {
                let places = Self.marks.enumerated().compactMap { number, mark in
                    rest.firstRange(of: mark.sign).map { (number: number, range: $0) }
                }
                guard let next = places.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { break }
                if next.range.lowerBound > rest.startIndex {
                    tokens.append(.span(part(rest[..<next.range.lowerBound])))
                }
                tokens.append(.mark(next.number, part(rest[next.range])))
                rest = rest[next.range.upperBound...]
            }
            return rest.isEmpty ? tokens : tokens + [.span(part(rest))]
        }
    }
}
