import NotebookMarkdown

/// Writes Markdown as HTML: either as CommonMark does, or for reading, with the additions of Obsidian and GitHub.
///
/// HTML for reading has no effects: the note's own HTML is reduced to harmless elements (`AllowedHTML`), and links lead
/// only where `HTMLTargets` says.
package struct HTMLWriter<Targets: HTMLTargets> {
    /// How a text is written.
    package struct Options {
        /// The prefix of all `id`s, so that one page can contain several texts.
        package var idPrefix: String
        /// The prefix of the `id`s of footnotes.
        package var notePrefix: String
        /// The level of the heading above the text; 0 if there is none.
        package var outerLevel: Int
        /// Whether line ends within paragraphs are shown.
        package var keepsLineBreaks: Bool
        /// Whether formulas are written as MathML, and not as they are in the text.
        package var showsFormulas: Bool
        /// The title above the text; a first heading that only repeats it is left out.
        package var title: String?

        /// Makes options.
        package init(
            idPrefix: String = "", notePrefix: String? = nil, outerLevel: Int = 0, keepsLineBreaks: Bool = false,
            showsFormulas: Bool = false, title: String? = nil
        ) {
            (self.idPrefix, self.notePrefix) = (idPrefix, notePrefix ?? idPrefix)
            (self.outerLevel, self.keepsLineBreaks) = (outerLevel, keepsLineBreaks)
            (self.showsFormulas, self.title) = (showsFormulas, title)
        }
    }

    /// The HTML; all its elements are closed.
    package private(set) var output = ""
    /// Where links lead.
    package var targets: Targets { inlines.targets }

    private(set) var options: Options
    let isCommonMark: Bool
    var inlines: HTMLInlineWriter<Targets>
    var anchors = MarkdownAnchors()
    private var lastLevel: Int
    private var open = OpenElements()

    init(_ source: ReadingSource?, _ targets: Targets, _ options: Options, _ footnotes: FootnoteNumbers) {
        self.options = options
        isCommonMark = source == nil
        lastLevel = options.outerLevel
        inlines = HTMLInlineWriter(source: source, targets: targets, options: options, footnotes: footnotes)
    }

    /// Adds blocks that belong together.
    mutating func add(_ blocks: [MarkdownBlock], isTight: Bool = false, droppingFirst count: Int = 0) {
        // What began around these blocks ends around them.
        let outer = open
        open = OpenElements()
        for (number, block) in blocks.enumerated() {
            add(block, isTight: isTight, droppingFirst: number == 0 ? count : 0)
        }
        output += open.close(downTo: 0)
        open = outer
    }

    private mutating func add(_ block: MarkdownBlock, isTight: Bool, droppingFirst count: Int) {
        if case .paragraph(let content) = block.content {
            addParagraph(content, isTight: isTight, droppingFirst: count)
            return
        }
        startLine()
        switch block.content {
        case .paragraph: break
        case .heading(let level, let content): addHeading(level, content)
        case .thematicBreak: output += "<hr />\n"
        case .blockQuote(let blocks): addQuote(blocks)
        case .list(let list): add(list)
        case .indentedCode(let code): addCode(code, language: "")
        case .fencedCode(let info, let code):
            addCode(code, language: restored(info).split(whereSeparator: \.isWhitespace).first ?? "")
        case .html(let html): addHTML(html)
        case .table(let table): add(table)
        }
    }

    /// Adds a paragraph; what it embeds in its place is between its parts.
    mutating func addParagraph(_ content: [MarkdownInline], isTight: Bool = false, droppingFirst count: Int = 0) {
        var (start, dropped) = (0, count)
        if !isCommonMark {
            for (index, inline) in content.enumerated() {
                guard let name = inlines.embedded(inline), let text = inlines.targets.enter(name) else { continue }
                addLines(Array(content[start..<index]), isTight: isTight, droppingFirst: dropped)
                addEmbedded(text)
                (start, dropped) = (index + 1, 0)
            }
        }
        addLines(start == 0 ? content : Array(content[start...]), isTight: isTight, droppingFirst: dropped)
    }

    private mutating func addLines(_ content: [MarkdownInline], isTight: Bool, droppingFirst count: Int) {
        let html = inlines.html(content, droppingFirst: count)
        guard !isTight else { return output += html }
        startLine()
        // A paragraph that consists of a comment shows nothing.
        if isCommonMark || html.utf8.contains(where: { $0 > 0x20 }) { output += "<p>\(html)</p>\n" }
    }

    /// Adds the text of another item, with a link to it.
    private mutating func addEmbedded(_ text: HTMLEmbeddedText) {
        startLine()
        let name = HTMLText.escaped(text.name)
        output += "<div class=\"embedded\" role=\"group\" aria-label=\"From \(name)\">\n"
        output += "<p class=\"from\">\(HTMLInlineWriter<Targets>.anchor(text.link, title: nil, name))</p>\n"
        var inner = options
        (inner.idPrefix, inner.notePrefix) = (text.idPrefix, text.idPrefix)
        (inner.outerLevel, inner.title) = (lastLevel, text.title)
        var anchors = MarkdownAnchors()
        let result = Self.reading(text.bytes, in: text.range, inlines.targets, inner, &anchors)
        inlines.targets = result.targets
        inlines.targets.leave()
        output += result.html
        startLine()
        output += "</div>\n"
    }

    /// Returns the HTML of a text inside this one, whose links and footnotes are counted with those of this one.
    mutating func html(inside source: ReadingSource, _ options: Options) -> String {
        // Another writer would need a copy of everything that is counted, for each text.
        let outer = (inlines.source, self.options, anchors, output, lastLevel, open)
        (inlines.source, self.options, anchors) = (source, options, MarkdownAnchors())
        (output, lastLevel, open) = ("", options.outerLevel, OpenElements())
        let blocks = MarkdownDocument(source.bytes).tree(withTables: true)
        add(blocks, isTight: blocks.count == 1)
        let html = output
        (inlines.source, self.options, anchors, output, lastLevel, open) = outer
        return html
    }

    mutating func startLine() {
        if !output.isEmpty, output.utf8.last != 0x0A { output += "\n" }
    }

    mutating func append(_ html: String) { output += html }

    private func restored(_ text: String) -> String { inlines.source?.restored(text) ?? text }

    private mutating func addHeading(_ level: Int, _ content: [MarkdownInline]) {
        guard !isCommonMark else {
            output += "<h\(level)>\(inlines.html(content))</h\(level)>\n"
            return
        }
        let text = restored(inlines.plain(content))
        let id = HTMLText.escaped(options.idPrefix + anchors.addHeading(text, level: level))
        if let title = options.title, output.isEmpty, level == 1, text == title {
            output += "<a id=\"\(id)\"></a>\n"
            return
        }
        // Screen readers go from heading to heading and need every level.
        let shown = min(lastLevel + 1, options.outerLevel + level, 6)
        lastLevel = shown
        output += "<h\(shown) id=\"\(id)\" class=\"heading-\(level)\">\(inlines.html(content))</h\(shown)>\n"
    }

    private mutating func addQuote(_ blocks: [MarkdownBlock]) {
        if !isCommonMark, addCallout(blocks) { return }
        output += "<blockquote>\n"
        add(blocks)
        startLine()
        output += "</blockquote>\n"
    }

    private mutating func add(_ list: MarkdownList) {
        let name: String
        switch list.kind {
        case .bullet:
            name = "ul"
            output += "<ul>\n"
        case .ordered(let start, _):
            name = "ol"
            output += start == 1 ? "<ol>\n" : "<ol start=\"\(start)\">\n"
        }
        for item in list.items {
            if !isCommonMark, let source = inlines.source, let task = TaskMark(item, in: source.bytes) {
                output += "<li class=\"task\">" + Self.box(of: task)
                add(item.blocks, isTight: list.isTight, droppingFirst: task.length)
            } else {
                output += "<li>"
                add(item.blocks, isTight: list.isTight)
            }
            output += "</li>\n"
        }
        output += "</\(name)>\n"
    }

    private static func box(of task: TaskMark) -> String {
        // Browsers have no box for what nobody will do.
        guard task.character != "-" else { return "<span role=\"img\" aria-label=\"Cancelled\">☒</span> " }
        let label = task.isDone ? "Done" : task.character == " " ? "To do" : "Marked \(task.character)"
        return "<input type=\"checkbox\" disabled\(task.isDone ? " checked" : "")"
            + " aria-label=\"\(HTMLText.escaped(label))\" />"
    }

    private mutating func addCode(_ code: String, language: some StringProtocol) {
        let attribute = language.isEmpty ? "" : " class=\"language-\(HTMLText.escaped(language))\""
        // Lets the keyboard, too, scroll code that is too wide.
        let focus = isCommonMark ? "" : " tabindex=\"0\""
        output += "<pre\(focus)><code\(attribute)>\(HTMLText.escaped(restored(code)))</code></pre>\n"
    }

    private mutating func addHTML(_ html: String) {
        guard !isCommonMark else {
            output += html
            return
        }
        output += inlines.clean(restored(html), &open) + open.closeLeaves()
        startLine()
    }
}

/// Resolves the links of a text for the HTML that is made from it.
package protocol HTMLTargets {
    /// The target of a link.
    mutating func link(_ name: FoundLink.Name) -> HTMLLink
    /// What is shown for an image or an embed.
    mutating func embed(_ name: FoundLink.Name) -> HTMLEmbed
    /// The text that is shown in the place of an embed, whose links lead from its own item until `leave`; `nil` for none.
    mutating func enter(_ name: FoundLink.Name) -> HTMLEmbeddedText?
    /// Goes back to the text around the embedded one.
    mutating func leave()
}

extension HTMLTargets {
    package func enter(_ name: FoundLink.Name) -> HTMLEmbeddedText? { nil }
    package func leave() {}
}

/// A text of another item that is shown in the place of an embed.
package struct HTMLEmbeddedText {
    /// The file, and the part of it that is shown.
    let bytes: [UInt8]
    let range: Range<Int>
    /// The title of the item; a first heading that only repeats it is left out.
    let title: String
    /// What is written above the text, and where it leads.
    let name: String
    let link: HTMLLink
    /// The prefix of all `id`s in it.
    let idPrefix: String

    package init(
        _ bytes: [UInt8], _ range: Range<Int>, title: String, name: String, link: HTMLLink, idPrefix: String
    ) {
        (self.bytes, self.range, self.title, self.name) = (bytes, range, title, name)
        (self.link, self.idPrefix) = (link, idPrefix)
    }
}

/// The target of a link.
package enum HTMLLink: Equatable, Sendable {
    /// An address outside the notebook.
    case outside(String)
    /// An address within the output that is made from the notebook.
    case inside(String)
    /// A link that cannot be followed, and why.
    case none(String)
}

/// What is shown for an image or an embed.
package enum HTMLEmbed: Equatable, Sendable {
    /// A picture by its address.
    case picture(String)
    /// A picture that was already shown, by its `id`.
    case repeated(String)
    /// A picture that may be shown again later: its `id`, and its address.
    case named(String, String)
    /// A recording.
    case sound(String)
    /// A film.
    case film(String)
    /// A document that a script can show below its link, from a page on.
    case document(HTMLLink, page: Int?)
    /// Something missing, and why it is missing.
    case absent(String)
    /// Something to link to instead of showing it.
    case link(HTMLLink)
}

/// The targets of plain CommonMark: the destinations as they are written.
struct WrittenTargets: HTMLTargets {
    func link(_ name: FoundLink.Name) -> HTMLLink { .inside(name.written) }
    func embed(_ name: FoundLink.Name) -> HTMLEmbed { .picture(name.written) }
}
