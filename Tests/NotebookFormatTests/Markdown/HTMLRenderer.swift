import NotebookMarkdown

/// Writes a syntax tree as the HTML that the examples of the CommonMark specification expect.
struct HTMLRenderer {
    private var output = ""

    static func render(_ document: MarkdownDocument) -> String {
        var renderer = HTMLRenderer()
        renderer.add(document.tree(), isTight: false)
        return renderer.output
    }

    private mutating func add(_ blocks: [MarkdownBlock], isTight: Bool) {
        for block in blocks { add(block, isTight: isTight) }
    }

    private mutating func add(_ block: MarkdownBlock, isTight: Bool) {
        if case .paragraph(let inlines) = block.content, isTight {
            add(inlines)
            return
        }
        startLine()
        switch block.content {
        case .paragraph(let inlines): add("<p>", inlines, "</p>\n")
        case .heading(let level, let inlines): add("<h\(level)>", inlines, "</h\(level)>\n")
        case .thematicBreak: output += "<hr />\n"
        case .blockQuote(let blocks):
            output += "<blockquote>\n"
            add(blocks, isTight: false)
            startLine()
            output += "</blockquote>\n"
        case .list(let list): add(list)
        case .indentedCode(let code): output += "<pre><code>\(Self.escaped(code))</code></pre>\n"
        case .fencedCode(let info, let code):
            let language = info.split(whereSeparator: \.isWhitespace).first
            let attribute = language.map { " class=\"language-\(Self.escaped(String($0)))\"" } ?? ""
            output += "<pre><code\(attribute)>\(Self.escaped(code))</code></pre>\n"
        case .html(let html): output += html
        case .table: break
        }
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
            output += "<li>"
            add(item.blocks, isTight: list.isTight)
            output += "</li>\n"
        }
        output += "</\(name)>\n"
    }

    private mutating func startLine() {
        if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" }
    }

    private mutating func add(_ start: String, _ inlines: [MarkdownInline], _ end: String) {
        output += start
        add(inlines)
        output += end
    }

    private mutating func add(_ inlines: [MarkdownInline]) {
        for inline in inlines {
            switch inline.content {
            case .text(let text): output += Self.escaped(text)
            case .softBreak: output += "\n"
            case .hardBreak: output += "<br />\n"
            case .code(let code): output += "<code>\(Self.escaped(code))</code>"
            case .emphasis(let inlines): add("<em>", inlines, "</em>")
            case .strong(let inlines): add("<strong>", inlines, "</strong>")
            case .link(let target, let inlines): add("<a href=\"\(Self.reference(target))>", inlines, "</a>")
            case .image(let target, let inlines):
                let title = Self.title(target)
                output +=
                    "<img src=\"\(Self.encoded(target.destination.text))\" alt=\"\(Self.escaped(Self.plain(inlines)))\"\(title) />"
            case .autolink(let destination, let text):
                output += "<a href=\"\(Self.encoded(destination.text))\">\(Self.escaped(text))</a>"
            case .html(let html): output += html
            case .wikiLink(let link): output += "<wiki>\(Self.escaped(link.text))</wiki>"
            }
        }
    }

    private static func reference(_ target: MarkdownLinkTarget) -> String {
        "\(encoded(target.destination.text))\"\(title(target))"
    }

    private static func title(_ target: MarkdownLinkTarget) -> String {
        target.title.map { " title=\"\(escaped($0))\"" } ?? ""
    }

    static func plain(_ inlines: [MarkdownInline]) -> String {
        inlines.map { inline in
            switch inline.content {
            case .text(let text), .code(let text), .autolink(_, let text): text
            case .softBreak, .hardBreak: "\n"
            case .emphasis(let inlines), .strong(let inlines), .link(_, let inlines), .image(_, let inlines):
                plain(inlines)
            case .html: ""
            case .wikiLink(let link): link.text
            }
        }.joined()
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// A destination as the specification's examples write it.
    static func encoded(_ destination: String) -> String {
        var output = ""
        for byte in destination.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if character == "&" {
                output += "&amp;"
            } else if character.isASCII,
                character.isLetter || character.isNumber || "-_.+!*'(),%#@?=;:/,+$~".contains(character)
            {
                output.append(character)
            } else {
                output += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return output
    }
}
