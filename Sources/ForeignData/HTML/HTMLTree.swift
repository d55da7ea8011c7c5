import NotebookText

/// Reads HTML or XHTML as a tree, as browsers do where it matters (HTML Living Standard, §13.2, in part).
///
/// Any text is a tree: end tags may be missing, unknown elements stay, scripts, styles and comments are left out.
package struct HTMLTree {
    /// How deep elements nest; deeper ones are siblings.
    package static let maximumDepth = 100

    private let bytes: [UInt8]
    private var offset = 0
    private var open: [HTMLElement] = [HTMLElement("#root")]

    /// How many frames are around the text.
    private let depth: Int
    /// Where the last tag can end; behind it, no tag has an end.
    private let lastEnd: Int

    private init(_ bytes: [UInt8], depth: Int = 0) {
        (self.bytes, self.depth) = (bytes, depth)
        lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    }

    /// The nodes of a text.
    package static func nodes(_ text: String) -> [HTMLNode] { root(text).children }

    /// A text as one element.
    package static func root(_ text: String) -> HTMLElement {
        var tree = HTMLTree(Array(text.utf8))
        return tree.wholeRoot()
    }

    private mutating func wholeRoot() -> HTMLElement {
        read()
        while open.count > 1 { close() }
        return open[0]
    }

    private static let void: Set<String> = [
        "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta",
        "param", "source", "track", "wbr", "en-media", "en-todo",
    ]
    /// Elements whose content is not HTML.
    private static let raw: Set<String> = ["script", "style", "textarea", "title", "xmp", "iframe"]
    private static let dropped: Set<String> = ["script", "style"]
    /// Elements that end a paragraph.
    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "dir", "div", "dl",
        "dt", "en-note", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "head",
        "header", "hgroup", "legend", "listing", "search", "xmp", "hr", "html", "li", "main", "menu", "nav", "ol", "p",
        "pre", "section", "summary", "table",
        "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    ]
    /// Elements that can be in the head of a page.
    private static let inHead: Set<String> = [
        "base", "basefont", "bgsound", "head", "link", "meta", "noframes", "noscript", "script", "style", "template",
        "title",
    ]
    /// Whether an element ends a paragraph.
    package static func isBlock(_ name: String) -> Bool { blocks.contains(name) }

    /// What an element closes if it is open, and within which elements.
    private static let implied: [String: (closes: Set<String>, within: Set<String>)] = [
        "li": (["li"], ["ul", "ol", "menu", "dir"]), "dt": (["dt", "dd"], ["dl"]), "dd": (["dt", "dd"], ["dl"]),
        "tr": (["tr", "td", "th"], ["table"]), "td": (["td", "th"], ["tr", "table"]),
        "th": (["td", "th"], ["tr", "table"]), "tbody": (["tr", "td", "th", "thead", "tbody", "tfoot"], ["table"]),
        "tfoot": (["tr", "td", "th", "thead", "tbody", "tfoot"], ["table"]),
        "thead": (["tr", "td", "th", "tbody"], ["table"]), "option": (["option"], ["select"]),
        "optgroup": (["option", "optgroup"], ["select"]),
    ]

    private mutating func read() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        while offset < bytes.count {
            let start = offset
            offset = nextMarkup(from: offset)
            if offset > start { add(.text(HTMLReferences.replaced(in: bytes, start..<offset, of: .text))) }
            if offset < bytes.count { markup() }
        }
    }

    /// Where the next tag, comment or declaration begins; the end without one.
    private func nextMarkup(from start: Int) -> Int {
        var offset = start
        while true {
            offset = bytes.span.firstIndex(of: UInt8(ascii: "<"), or: UInt8(ascii: "<"), from: offset)
            guard offset + 1 < bytes.count else { return bytes.count }
            switch bytes[offset + 1] {
            case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): return offset
            case let next where ASCII.isLetter(next): return offset
            default: offset += 1
            }
        }
    }

    private mutating func markup() {
        if bytes[offset + 1] == UInt8(ascii: "!") || bytes[offset + 1] == UInt8(ascii: "?") {
            let rest = bytes[offset...]
            if rest.starts(with: "<!--".utf8) { return skip(past: "-->", from: 4) }
            if rest.starts(with: "<![CDATA[".utf8) { return skip(past: "]]>", from: 9) }
            return skip(past: ">", from: 1)
        }
        let isEnd = bytes[offset + 1] == UInt8(ascii: "/")
        guard let end = tagEnd() else {
            add(.text("<"))
            offset += 1
            return
        }
        let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
        var reader = XMLTagReader(
            bytes: bytes, offset: offset + (isEnd ? 2 : 1), end: isEmpty ? end - 1 : end, isHTML: true)
        let tag = reader.read()
        offset = end + 1
        guard let tag else { return }
        let name = tag.name.lowercased()
        if isEnd { return endTag(name) }
        startTag(
            HTMLElement(name, tag.1.map { Self.attribute($0.name.lowercased(), $0.value) }), isEmpty: isEmpty
        )
    }

    /// An attribute, of which an address has no white space around it and no line breaks (URL Standard, §4.4).
    private static func attribute(_ name: String, _ value: String) -> XMLAttribute {
        guard ["href", "src", "data", "poster", "xlink:href"].contains(name),
            value.utf8.contains(where: { $0 <= 0x20 })
        else { return XMLAttribute(name, value) }
        let kept = value.unicodeScalars.filter { !"\t\n\r".unicodeScalars.contains($0) }
        let start = kept.drop { $0.value <= 0x20 }
        let end = start.lastIndex { $0.value > 0x20 }.map { start.index(after: $0) } ?? start.startIndex
        return XMLAttribute(name, String(String.UnicodeScalarView(start[..<end])))
    }

    private mutating func skip(past end: String, from start: Int) {
        let end = Array(end.utf8)
        offset = min(offset + start, bytes.count)
        while offset < bytes.count, !bytes[offset...].starts(with: end) { offset += 1 }
        offset = min(offset + end.count, bytes.count)
    }

    private func tagEnd() -> Int? {
        guard offset < lastEnd else { return nil }
        var quote: UInt8?
        var index = offset + 1
        // A quotation mark begins a value only after “=”.
        var previous: UInt8 = 0
        while index <= lastEnd, index - offset < 4 << 20 {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), previous == UInt8(ascii: "=") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            }
            if byte > 0x20 { previous = byte }
            index += 1
        }
        return nil
    }

    private mutating func startTag(_ element: HTMLElement, isEmpty: Bool) {
        let name = element.name
        // The end of the head may be missing.
        if open.last?.name == "head", !Self.inHead.contains(name) { close() }
        if Self.blocks.contains(name) { closeParagraph() }
        if let implied = Self.implied[name] { closeImplied(implied.closes, within: implied.within) }
        if Self.raw.contains(name), !isEmpty {
            let start = offset
            skipRaw(name)
            guard !Self.dropped.contains(name) else { return }
            var element = element
            let end = offset
            if name == "iframe", let page = element["srcdoc"], depth < 3 {
                var inner = HTMLTree(Array(page.utf8), depth: depth + 1)
                return add(.element(HTMLElement("section", [], inner.wholeRoot().children)))
            }
            let content = start..<max(start, rawEnd(start, end))
            let text = name == "iframe" ? "" : HTMLReferences.replaced(in: bytes, content, of: .text)
            element.children = text.isEmpty ? [] : [.text(text)]
            return add(.element(element))
        }
        if Self.void.contains(name) || isEmpty || open.count > Self.maximumDepth {
            return add(.element(element))
        }
        open.append(element)
    }

    /// The end of the raw content that ends before an offset.
    private func rawEnd(_ start: Int, _ end: Int) -> Int {
        bytes[start..<end].lastIndex(of: UInt8(ascii: "<")) ?? end
    }

    private mutating func skipRaw(_ name: String) {
        let end = Array("</\(name)".utf8)
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "<"), offset + end.count <= bytes.count,
                bytes[offset..<offset + end.count].lazy.map(ASCII.lowercased).elementsEqual(end)
            {
                return skip(past: ">", from: end.count)
            }
            offset += 1
        }
    }

    private mutating func endTag(_ name: String) {
        if name == "br" { return add(.element(HTMLElement("br"))) }
        guard let index = open.lastIndex(where: { $0.name == name }), index > 0 else { return }
        // The end of inline markup does not close the table cell or list item around it.
        if !Self.blocks.contains(name), open[(index + 1)...].contains(where: { Self.blocks.contains($0.name) }) {
            return
        }
        while open.count > index { close() }
    }

    private mutating func closeParagraph() {
        // Only the innermost block: tables in tables would look at all around them again and again.
        guard let index = open.lastIndex(where: { Self.blocks.contains($0.name) }), open[index].name == "p" else {
            return
        }
        while open.count > index { close() }
    }

    private mutating func closeImplied(_ names: Set<String>, within: Set<String>) {
        let outer = open.lastIndex { within.contains($0.name) } ?? 0
        guard let index = open[(outer + 1)...].firstIndex(where: { names.contains($0.name) }) else { return }
        while open.count > index { close() }
    }

    private mutating func close() {
        let element = open.removeLast()
        add(.element(element))
    }

    private mutating func add(_ node: HTMLNode) {
        guard case .element(let element) = node else { return open[open.count - 1].children.append(node) }
        open[open.count - 1].children += element.simplified
    }
}
