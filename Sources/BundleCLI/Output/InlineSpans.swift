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

        /// Adds to a text; `false` for anything else.
        mutating func extend(by added: String) -> Bool {
            guard case .text(var text) = self else { return false }
            // With a second reference to it, the whole text would be copied.
            self = .text("")
            text += added
            self = .text(text)
            return true
        }
    }

    private(set) var spans: [Span] = []

    mutating func append(_ content: Content, _ faces: [Style.Face], address: String? = nil) {
        if case .text(let added) = content, let last = spans.indices.last, spans[last].faces == faces,
            spans[last].address == address, spans[last].content.extend(by: added)
        {
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

    /// The spans with the faces of marked parts; without colours, struck text keeps its `~~`, because it would read as
    /// if it were not struck.
    func marked(_ style: Style) -> [Span] {
        let tokens = tokens
        let partners = MarkPairs.partners(tokens.map(\.part))
        var result: [Span] = []
        var faces: [Style.Face] = []
        for (index, token) in tokens.enumerated() {
            var span = token.span
            guard let mark = token.mark else {
                span.faces += faces
                result.append(span)
                continue
            }
            let face: Style.Face = mark == .struck ? .struck : .marked
            if let partner = partners[index] {
                if partner > index { faces.append(face) } else { faces.removeAll { $0 == face } }
            }
            if partners[index] == nil || face == .struck && !style.isEnabled { result.append(span) }
        }
        return result
    }

    /// The spans, split at the signs.
    private var tokens: [(span: Span, mark: MarkPairs.Mark?, part: MarkPairs.Part)] {
        spans.flatMap { span -> [(span: Span, mark: MarkPairs.Mark?, part: MarkPairs.Part)] in
            switch span.content {
            case .text(let text):
                MarkPairs.split(text).map { text, mark in
                    var span = span
                    span.content = .text(text)
                    return (span, mark, mark.map { .init($0) } ?? .init(text))
                }
            case .literal: [(span, nil, .init(startsWithSpace: false, endsWithSpace: false))]
            case .softBreak, .hardBreak: [(span, nil, .init(startsWithSpace: true, endsWithSpace: true))]
            }
        }
    }
}
