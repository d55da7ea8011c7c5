import NotebookBundle

/// Renders the inlines of a paragraph, heading or cell.
struct InlineRenderer {
    let style: Style
    /// The text that was parsed.
    var source: ReadingSource
    /// Whether the terminal opens links.
    let hasHyperlinks: Bool
    /// Whether every link has its destination as an address (`LinkMark`).
    let marksLinks: Bool
    /// Whether line ends of the source are shown.
    let keepsLineBreaks: Bool
    /// The numbers of the footnotes.
    var footnotes: FootnoteNumbers
    /// The links that were numbered.
    var links = NumberedLinks()
    /// Whether `\|` in code means a bar, as in tables.
    var isInTable = false

    /// The text of some inlines with faces.
    ///
    /// - Parameter count: The number of characters to leave out at the beginning.
    mutating func text(
        _ inlines: [MarkdownInline], _ faces: [Style.Face], droppingFirst count: Int = 0
    ) -> StyledText {
        var spans = InlineSpans()
        append(inlines[...], faces, address: nil, to: &spans)
        spans.removeFirst(count)
        var text = StyledText()
        for span in spans.marked(style) {
            switch span.content {
            case .softBreak: if keepsLineBreaks { text.appendLineBreak() } else { text.append(" ", span.faces) }
            case .hardBreak: text.appendLineBreak()
            case .text(let string): append(string, span, to: &text)
            case .literal(let string): append(string, span, to: &text)
            }
        }
        return text
    }

    /// Appends a text, safe to print, and its formulas as they are written; those of several lines on separate lines.
    private func append(_ string: String, _ span: InlineSpans.Span, to text: inout StyledText) {
        for piece in source.pieces(of: string) {
            let lines = piece.text.replacing("\r\n", with: "\n").parts(between: "\n", omittingEmpty: false)
            for (number, line) in lines.enumerated() {
                if lines.count > 1, number > 0 || piece.isFormula { text.appendLineBreak() }
                let shown = PrintableText.escaped(String(line).replacing("\t", with: " "))
                text.append(shown, span.faces, address: span.address)
            }
            if lines.count > 1 { text.appendLineBreak() }
        }
    }

    private mutating func append(
        _ inlines: ArraySlice<MarkdownInline>, _ faces: [Style.Face], address: String?, to spans: inout InlineSpans
    ) {
        var rest = inlines
        var closings: ClosingTags?
        while let inline = rest.popFirst() {
            switch inline.content {
            case .text(let string): appendText(string, inline.range, faces, address, to: &spans)
            case .softBreak: spans.append(.softBreak, faces)
            case .hardBreak: spans.append(.hardBreak, faces)
            case .code(let code):
                let shown = isInTable ? code.replacing("\\|", with: "|") : code
                spans.append(.literal(shown), faces + [.cyan], address: address)
            case .emphasis(let inner): append(inner[...], faces + [.italic], address: address, to: &spans)
            case .strong(let inner): append(inner[...], faces + [.bold], address: address, to: &spans)
            case .link(let target, let inner): appendLink(target.destination.text, inner, faces, to: &spans)
            case .image(let target, let inner): appendImage(target.destination.text, inner, faces, to: &spans)
            case .autolink(let destination, let shown):
                let opens = self.address(of: destination.text)
                spans.append(.literal(shown), faces + [.underlined, .blue], address: opens)
            case .html(let html): appendHTML(html, &rest, &closings, faces, address, to: &spans)
            case .wikiLink(let link): appendWikiLink(link, faces, to: &spans)
            }
        }
    }

    /// Appends the content of a tag in the way that the tag means; shows other tags as they are written.
    private mutating func appendHTML(
        _ html: String, _ rest: inout ArraySlice<MarkdownInline>, _ closings: inout ClosingTags?, _ faces: [Style.Face],
        _ address: String?, to spans: inout InlineSpans
    ) {
        func end(_ name: String) -> Int? {
            if closings == nil { closings = ClosingTags(rest) }
            return closings?.next(name, after: rest.startIndex - 1)
        }
        switch ShownTag(html) {
        case .comment?: return
        case .lineBreak?: spans.append(.hardBreak, faces)
        case .image(let source, let description)?:
            let name = ReadableDestination.name(source)
            let shown = description.isEmpty || description == name ? name : "\(description), \(name)"
            spans.append(.literal("[image: \(shown)]"), faces + [.dim], address: address)
        case .opening(let name, let face)?:
            guard let end = end(name) else { return spans.append(.literal(html), faces + [.dim]) }
            append(rest[..<end], faces + [face], address: address, to: &spans)
            rest = rest[(end + 1)...]
        case .script(let name)?:
            guard let end = end(name),
                let text = ShownTag.script(Self.plain(Array(rest[..<end])), raised: name == "sup")
            else { return spans.append(.literal(html), faces + [.dim]) }
            spans.append(.literal(text), faces, address: address)
            rest = rest[(end + 1)...]
        case .closing?, nil: spans.append(.literal(html), faces + [.dim])
        }
    }

    /// Appends a text, in which `[^label]` may refer to a footnote.
    private mutating func appendText(
        _ string: String, _ range: Range<Int>, _ faces: [Style.Face], _ address: String?, to spans: inout InlineSpans
    ) {
        let bytes = source.bytes[range]
        let marks = FootnoteReference.all(in: string)
        guard !marks.isEmpty else { return spans.append(string, source: bytes, faces, address: address) }
        var end = string.startIndex
        for mark in marks {
            guard let number = footnotes.number(of: String(mark.label)) else { continue }
            spans.append(.text(String(string[end..<mark.range.lowerBound])), faces, address: address)
            spans.append(.literal("[^\(number)]"), faces + [.cyan])
            end = mark.range.upperBound
        }
        spans.append(.text(String(string[end...])), faces, address: address)
    }

    private mutating func appendLink(
        _ written: String, _ inner: [MarkdownInline], _ faces: [Style.Face], to spans: inout InlineSpans
    ) {
        let destination = source.restored(written)
        let isAddress = ReadableDestination.isAddress(destination)
        let address = self.address(of: destination)
        append(inner[...], faces + [.underlined, .blue], address: address, to: &spans)
        guard address == nil, !destination.isEmpty, destination.first != "#" else { return }
        let shown = Self.plain(inner)
        let names = [ReadableDestination.text(destination), ReadableDestination.name(destination)]
        if shown == destination || "mailto:" + shown == destination || !isAddress && names.contains(shown) { return }
        appendNumber(of: ReadableDestination.text(destination), faces, to: &spans)
    }

    private mutating func appendImage(
        _ written: String, _ inner: [MarkdownInline], _ faces: [Style.Face], to spans: inout InlineSpans
    ) {
        let destination = source.restored(written)
        let description = Self.plain(inner)
        guard !ReadableDestination.isAddress(destination) else {
            let address = self.address(of: destination)
            spans.append(
                .literal(description.isEmpty ? "[image]" : "[image: \(description)]"), faces + [.dim], address: address)
            if address == nil { appendNumber(of: destination, faces, to: &spans) }
            return
        }
        let name = ReadableDestination.name(destination)
        let isSame = description.isEmpty || description == name || name.hasPrefix(description + ".")
        spans.append(
            .literal("[image: \(isSame ? name : "\(description), \(name)")]"), faces + [.dim],
            address: marksLinks ? LinkMark.destination(destination).address : nil)
    }

    /// What a terminal, or the reader of the lines, opens for a destination.
    private func address(of destination: String) -> String? {
        if marksLinks { return LinkMark.destination(destination).address }
        let opens = hasHyperlinks && ReadableDestination.isAddress(destination)
        return opens ? ReadableDestination.encoded(destination) : nil
    }

    private mutating func appendWikiLink(
        _ link: MarkdownWikiLink, _ faces: [Style.Face], to spans: inout InlineSpans
    ) {
        let place = link.heading.map { "#" + $0 } ?? ""
        let target = source.restored(link.target + place)
        let name = ReadableDestination.text(source.restored(link.target))
        let label = link.label.map(source.restored) ?? ""
        guard link.isEmbed else {
            let address = marksLinks ? LinkMark.wiki(target).address : nil
            spans.append(
                .literal(label.isEmpty ? name + place : label), faces + [.underlined, .blue], address: address)
            if address == nil, !label.isEmpty, label != name, label != ReadableDestination.name(name),
                label != name + place,
                !link.target.isEmpty
            {
                appendNumber(of: target, faces, to: &spans)
            }
            return
        }
        // The label of an embedded picture may be its size.
        let isSize = label.allSatisfy { $0.isNumber || $0 == "x" }
        let fileExtension = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } ?? "" : ""
        let kind = MediaType.isImage(name) ? "image" : ["", "md"].contains(fileExtension) ? "note" : "file"
        let shown = kind == "note" ? ReadableDestination.name(name) + place : name
        spans.append(
            .literal("[\(kind): \(isSize || kind == "note" ? shown : "\(label), \(shown)")]"), faces + [.dim],
            address: marksLinks ? LinkMark.wiki(target).address : nil)
    }

    private mutating func appendNumber(of destination: String, _ faces: [Style.Face], to spans: inout InlineSpans) {
        spans.append(.literal(" [\(links.number(of: destination))]"), [.dim])
    }

    /// The text of inlines without faces, as links name it.
    func plain(_ inlines: [MarkdownInline]) -> String { source.restored(Self.plain(inlines)) }

    /// The text of inlines without faces.
    private static func plain(_ inlines: [MarkdownInline]) -> String {
        inlines.map { inline in
            switch inline.content {
            case .text(let text), .code(let text), .html(let text): text
            case .softBreak, .hardBreak: " "
            case .emphasis(let inner), .strong(let inner), .link(_, let inner), .image(_, let inner): plain(inner)
            case .autolink(_, let shown): shown
            case .wikiLink(let link): link.text
            }
        }.joined()
    }
}

/// The destinations of links that a text does not show, numbered for a list below it.
struct NumberedLinks {
    private(set) var destinations: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of a destination, which stays the same if it occurs again.
    mutating func number(of destination: String) -> Int {
        if let number = numbers[destination] { return number }
        destinations.append(destination)
        numbers[destination] = destinations.count
        return destinations.count
    }

    /// The list, one destination on each line, without line breaks inside, so that a terminal can open it.
    func lines(_ style: Style) -> [String] {
        let width = "[\(destinations.count)]".count
        return destinations.enumerated().map { index, destination in
            style("[\(index + 1)]".padded(to: width), .dim) + " " + PrintableText.escaped(destination)
        }
    }
}
