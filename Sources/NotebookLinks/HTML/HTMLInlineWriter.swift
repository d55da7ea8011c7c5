import NotebookMarkdown
import NotebookText

/// Writes the inlines of a paragraph, heading or cell as HTML.
struct HTMLInlineWriter<Targets: HTMLTargets> {
    /// The text that was parsed; `nil` for plain CommonMark.
    var source: ReadingSource?
    var targets: Targets
    let keepsLineBreaks: Bool
    let showsFormulas: Bool
    /// The prefix of the `id`s of footnotes.
    var notePrefix: String
    /// The numbers of the footnotes.
    var footnotes: FootnoteNumbers
    /// How many times the text refers to each footnote.
    var references: [Int: Int] = [:]
    /// Whether `\|` in code means a bar.
    var isInTable = false
    /// Whether the text is that of a link, which cannot contain other links.
    var isInLink = false

    init(source: ReadingSource?, targets: Targets, options: HTMLWriter<Targets>.Options, footnotes: FootnoteNumbers) {
        (self.source, self.targets, self.footnotes) = (source, targets, footnotes)
        (keepsLineBreaks, showsFormulas) = (options.keepsLineBreaks, options.showsFormulas)
        notePrefix = options.notePrefix
    }

    /// Returns the HTML of inlines.
    ///
    /// - Parameter count: The number of characters to leave out at the beginning.
    mutating func html(_ inlines: [MarkdownInline], droppingFirst count: Int = 0) -> String {
        var pieces = HTMLPieceList()
        var open = OpenElements()
        for inline in inlines { add(inline, to: &pieces, &open) }
        pieces.append(.html(open.close(downTo: 0)))
        pieces.removeFirst(count)
        return pieces.html
    }

    private mutating func add(_ inline: MarkdownInline, to pieces: inout HTMLPieceList, _ open: inout OpenElements) {
        switch inline.content {
        case .text(let text): addText(text, inline.range, to: &pieces)
        case .softBreak: pieces.append(.lineEnd(keepsLineBreaks ? "<br />\n" : "\n"))
        case .hardBreak: pieces.append(.lineEnd("<br />\n"))
        case .code(let code):
            let shown = isInTable ? code.replacing("\\|", with: "|") : code
            pieces.append(.html("<code>\(HTMLText.escaped(restored(shown)))</code>"))
        case .emphasis(let inner): pieces.append(.html("<em>\(html(inner))</em>"))
        case .strong(let inner): pieces.append(.html("<strong>\(html(inner))</strong>"))
        case .link(let target, let inner):
            let name = FoundLink.Name.destination(LinkDestination(restored(target.destination.text)))
            pieces.append(.html(link(name, title: target.title, inner)))
        case .image(let target, let inner): pieces.append(.html(image(target, inner)))
        case .autolink(let destination, let shown):
            let link = isInLink ? .none("") : targets.link(.destination(LinkDestination(destination.text)))
            pieces.append(.html(Self.anchor(link, title: nil, HTMLText.escaped(shown))))
        case .html(let html):
            if let source {
                pieces.append(clean(source.restored(html), &open), changing: open.count)
            } else {
                pieces.append(.html(html))
            }
        case .wikiLink(let link): pieces.append(.html(wikiLink(link)))
        }
    }

    private func restored(_ text: String) -> String { source?.restored(text) ?? text }

    /// Adds a text with its footnotes, formulas and marks.
    private mutating func addText(_ text: String, _ range: Range<Int>, to pieces: inout HTMLPieceList) {
        guard let source else { return pieces.append(.html(HTMLText.escaped(text))) }
        for part in EscapedSigns.parts(of: text, source: source.bytes[range]) {
            guard !part.isEscaped else {
                pieces.append(.literal(part.text))
                continue
            }
            for piece in source.pieces(of: part.text) {
                if piece.isFormula {
                    let formula = isInTable ? piece.text.replacing("\\|", with: "|") : piece.text
                    pieces.append(.html(showsFormulas ? MathMLWriter.html(formula) : MathMLWriter.source(formula)))
                } else {
                    addPlain(piece.text, to: &pieces)
                }
            }
        }
    }

    private mutating func addPlain(_ text: String, to pieces: inout HTMLPieceList) {
        var end = text.startIndex
        for mark in isInLink ? [] : FootnoteReference.all(in: text) {
            guard let number = footnotes.number(of: String(mark.label)) else { continue }
            pieces.append(.text(String(text[end..<mark.range.lowerBound])))
            pieces.append(.html(reference(number)))
            end = mark.range.upperBound
        }
        pieces.append(.text(String(text[end...])))
    }

    private mutating func reference(_ number: Int) -> String {
        let id = HTMLText.escaped(referenceName(number, references[number] ?? 0))
        references[number, default: 0] += 1
        let address = HTMLText.fragment("\(notePrefix)fn:\(number)")
        return
            "<sup class=\"footnote\"><a id=\"\(id)\" href=\"\(address)\" aria-label=\"Footnote \(number)\">\(number)</a></sup>"
    }

    /// The `id` of a reference to a footnote.
    ///
    /// - Parameter place: The number of the reference among those to the same footnote, from 0.
    func referenceName(_ number: Int, _ place: Int) -> String {
        "\(notePrefix)fnref:\(number)" + (place == 0 ? "" : ":\(place + 1)")
    }

    // MARK: Links

    private mutating func link(_ name: FoundLink.Name, title: String?, _ inner: [MarkdownInline]) -> String {
        let (wasInLink, link) = (isInLink, targets.link(name))
        isInLink = true
        let text = html(inner)
        isInLink = wasInLink
        return Self.anchor(wasInLink ? .none("") : link, title: title, text)
    }

    /// Returns a link with its text as HTML.
    ///
    /// A link that cannot be followed says why.
    static func anchor(_ link: HTMLLink, title: String?, _ text: String) -> String {
        let title = title.map { " title=\"\(HTMLText.escaped($0))\"" } ?? ""
        switch link {
        case .inside(let address): return "<a href=\"\(HTMLText.address(address))\"\(title)>\(text)</a>"
        case .outside(let address):
            return "<a class=\"outside\" rel=\"noreferrer\" href=\"\(HTMLText.address(address))\"\(title)>\(text)</a>"
        case .none(""): return text
        case .none(let reason):
            return "<span class=\"broken\" title=\"\(HTMLText.escaped(reason))\">\(text)</span>"
        }
    }

    private mutating func wikiLink(_ link: MarkdownWikiLink) -> String {
        let (target, label) = (restored(link.target), link.label.map(restored) ?? "")
        let heading = link.heading.map(restored)
        let name = ReadableDestination.text(target) + (heading.map { target.isEmpty ? $0 : " › " + $0 } ?? "")
        guard link.isEmbed else {
            let target = isInLink ? HTMLLink.none("") : targets.link(.wiki(target: target, heading: heading))
            return Self.anchor(target, title: nil, HTMLText.escaped(label.isEmpty ? name : label))
        }
        // The label of an embedded picture can be its size.
        let size = label.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        let isSize =
            !label.isEmpty && size.count <= 2 && size.allSatisfy { $0.map { (1...4096).contains($0) } ?? false }
        var attributes = ""
        if isSize {
            for (key, value) in zip(["width", "height"], size) { attributes += " \(key)=\"\(value ?? 0)\"" }
        }
        let shown = isSize || label.isEmpty ? name : label
        return embed(.wiki(target: target, heading: heading), description: shown, name: shown, attributes)
    }

    /// The name of what an inline embeds; `nil` if it is no embed.
    func embedded(_ inline: MarkdownInline) -> FoundLink.Name? {
        switch inline.content {
        case .wikiLink(let link) where link.isEmbed:
            .wiki(target: restored(link.target), heading: link.heading.map(restored))
        case .image(let target, _): .destination(LinkDestination(restored(target.destination.text)))
        default: nil
        }
    }

    private mutating func image(_ target: MarkdownLinkTarget, _ inner: [MarkdownInline]) -> String {
        let title = target.title.map { " title=\"\(HTMLText.escaped($0))\"" } ?? ""
        guard source != nil else {
            let address = HTMLText.address(target.destination.text)
            return "<img src=\"\(address)\" alt=\"\(HTMLText.escaped(plain(inner)))\"\(title) />"
        }
        let destination = restored(target.destination.text)
        let description = restored(plain(inner))
        let name = description.isEmpty ? ReadableDestination.name(destination) : description
        return embed(.destination(LinkDestination(destination)), description: description, name: name, title)
    }

    /// Writes an image or embed.
    private mutating func embed(
        _ target: FoundLink.Name, description: String, name: String, _ attributes: String
    ) -> String {
        let (alt, shown) = (HTMLText.escaped(description), HTMLText.escaped(name.isEmpty ? "file" : name))
        switch targets.embed(target) {
        case .picture(let address):
            return "<img src=\"\(HTMLText.address(address))\" alt=\"\(alt)\"\(attributes) loading=\"lazy\" />"
        case .named(let id, let address):
            return
                "<img id=\"\(HTMLText.escaped(id))\" src=\"\(HTMLText.address(address))\" alt=\"\(alt)\"\(attributes) />"
        case .repeated(let id):
            let image = "<img data-of=\"\(HTMLText.escaped(id))\" alt=\"\(shown)\"\(attributes) />"
            return isInLink ? image : "<a href=\"\(HTMLText.fragment(id))\">\(image)</a>"
        case .sound(let address):
            return
                "<audio controls preload=\"none\" aria-label=\"\(shown)\" src=\"\(HTMLText.address(address))\"></audio>"
        case .film(let address):
            return
                "<video controls preload=\"metadata\" aria-label=\"\(shown)\" src=\"\(HTMLText.address(address))\"></video>"
        case .document(let link, let page):
            guard !isInLink else { return "<span class=\"embed\">\(shown)</span>" }
            let place = page.map { " data-page=\"\($0)\"" } ?? ""
            let named = page.map { shown.replacing(" › page=\($0)", with: ", page \($0)") } ?? shown
            return "<span class=\"embed document\"\(place)>\(Self.anchor(link, title: nil, named))</span>"
        case .absent(let reason): return "<span class=\"absent\">\(shown) (\(HTMLText.escaped(reason)))</span>"
        case .link(let link):
            return "<span class=\"embed\">\(Self.anchor(isInLink ? .none("") : link, title: nil, shown))</span>"
        }
    }

    // MARK: HTML of the note

    /// Removes everything from the HTML of a note that could have effects.
    mutating func clean(_ html: String, _ open: inout OpenElements) -> String {
        let bytes = Array(html.utf8)
        var output = ""
        var offset = 0
        for piece in HTMLPieces.of(bytes) {
            switch piece {
            case .text(let range):
                output += HTMLText.escaped(MarkdownText.plain(bytes[range])).replacing("&amp;", with: "&")
                offset = range.upperBound
            case .tag(let tag):
                // The skipped part is the content of a script or the like.
                if offset < tag.range.lowerBound {
                    output += HTMLText.escaped(MarkdownText.plain(bytes[offset..<tag.range.lowerBound]))
                }
                output += clean(tag, bytes, &open)
                offset = tag.range.upperBound
            }
        }
        return output
    }

    private mutating func clean(_ tag: HTMLTag, _ bytes: [UInt8], _ open: inout OpenElements) -> String {
        switch AllowedHTML(tag, in: bytes) {
        case .nothing: return ""
        case .single(let name): return "<\(name) />"
        case .opening(let name, let attributes): return open.open(name, attributes)
        case .closing(let name): return open.close(name)
        case .text: return HTMLText.escaped(MarkdownText.plain(bytes[tag.range]))
        case .picture(let source, let description, let attributes):
            let name = description.isEmpty ? ReadableDestination.name(source) : description
            return embed(.destination(LinkDestination(source)), description: description, name: name, attributes)
        case .link(let address):
            switch isInLink || open.contains("a")
                ? .none("") : targets.link(.destination(LinkDestination(address)))
            {
            case .inside(let address): return open.open("a", " href=\"\(HTMLText.address(address))\"")
            case .outside(let address):
                return open.open("a", " class=\"outside\" rel=\"noreferrer\" href=\"\(HTMLText.address(address))\"")
            case .none: return ""
            }
        }
    }

    /// The text of inlines without markup.
    func plain(_ inlines: [MarkdownInline]) -> String {
        inlines.map { inline in
            switch inline.content {
            case .text(let text), .code(let text), .autolink(_, let text): text
            case .softBreak, .hardBreak: source == nil ? "\n" : " "
            case .emphasis(let inner), .strong(let inner), .link(_, let inner), .image(_, let inner): plain(inner)
            case .html: ""
            case .wikiLink(let link): link.text
            }
        }.joined()
    }
}
