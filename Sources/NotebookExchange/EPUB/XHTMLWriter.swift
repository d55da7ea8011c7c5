import ForeignData

/// Writes HTML as XHTML that follows the content model of HTML where editors and notes do not, so that every reader of
/// books accepts it.
struct XHTMLWriter {
    /// The address of a link; `nil` to keep only its text.
    let link: (String) -> String?
    /// The element for a picture, a recording or a film with an address and a description; `nil` to keep only the text.
    let medium: (_ address: String, _ text: String, _ size: String) -> String?
    /// The names that were given, each once.
    private var ids: Set<String> = []

    init(
        link: @escaping (String) -> String?, medium: @escaping (String, String, String) -> String?
    ) {
        (self.link, self.medium) = (link, medium)
    }

    private static let phrasing: Set<String> = [
        "abbr", "b", "bdi", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
        "span", "strong", "sub", "sup", "u", "var",
    ]

    /// A name of an element as XML allows it: letters, digits and a few signs.
    static func id(_ text: String) -> String {
        var output = "i-"
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: output.append(Character(Unicode.Scalar(byte)))
            default: output += "_" + String(byte, radix: 16)
            }
        }
        return output
    }

    /// The ids in some nodes.
    static func ids(_ nodes: [HTMLNode]) -> Set<String> {
        var found: Set<String> = []
        for case .element(let element) in nodes {
            element.forEach { if let id = $0["id"] { found.insert(Self.id(id)) } }
        }
        return found
    }

    // MARK: Blocks

    /// Nodes where blocks can be; text that is in no block becomes a paragraph.
    mutating func blocks(_ nodes: [HTMLNode]) -> String {
        var output = ""
        var loose: [HTMLNode] = []
        func isBlank(_ nodes: [HTMLNode]) -> Bool {
            nodes.allSatisfy { if case .text(let text) = $0 { text.allSatisfy(\.isWhitespace) } else { false } }
        }
        for node in nodes {
            if case .element(let element) = node, Self.isBlock(element) {
                if !isBlank(loose) { output += "<p>\(inline(loose))</p>\n" }
                loose = []
                output += block(element)
            } else {
                loose.append(node)
            }
        }
        if !isBlank(loose) { output += "<p>\(inline(loose))</p>\n" }
        return output
    }

    private static func isBlock(_ element: HTMLElement) -> Bool {
        HTMLTree.isBlock(element.name) || element.name == "details"
    }

    private mutating func block(_ element: HTMLElement) -> String {
        let id = self.id(of: element)
        switch element.name {
        case "hr": return "<hr\(id)/>\n"
        case "ul", "ol", "menu", "dir":
            let name = element.name == "ol" ? "ol" : "ul"
            let start =
                element["start"].flatMap { Int($0) }.map { name == "ol" && $0 != 1 ? " start=\"\($0)\"" : "" } ?? ""
            let items = items(element.children, areNotes: element.classes.contains("footnotes"))
            return items.isEmpty ? "" : "<\(name)\(id)\(start)>\n\(items)</\(name)>\n"
        case "table": return table(element, id)
        case "details":
            let summary = element.elements.first { $0.name == "summary" }
            let rest = element.children.filter { node in
                if case .element(let inner) = node { inner.name != "summary" } else { true }
            }
            return
                "<details\(id)><summary>\(summary.map { inline($0.children) } ?? "…")</summary>\n\(blocks(rest))</details>\n"
        case "p", "summary", "dt", "caption": return "<p\(id)>\(inline(element.children))</p>\n"
        case "pre": return "<pre\(id)>\(inline(element.children))</pre>\n"
        case _ where element.headingLevel != nil:
            // The level that the text has, not the one below others.
            let level = element.classes.first { $0.hasPrefix("heading-") }.map { " class=\"\($0)\"" } ?? ""
            return "<\(element.name)\(id)\(level)>\(inline(element.children))</\(element.name)>\n"
        case "blockquote",
            "div" where element.classes.contains("callout"):
            let inner = blocks(element.children)
            return inner.isEmpty ? "" : "<blockquote\(id)>\n\(inner)</blockquote>\n"
        default:
            let inner = blocks(element.children)
            if id.isEmpty, element.classes.contains("table") || element.classes.isEmpty { return inner }
            return inner.isEmpty ? "" : "<div\(id)>\n\(inner)</div>\n"
        }
    }

    private mutating func items(_ nodes: [HTMLNode], areNotes: Bool) -> String {
        var output = ""
        let type = areNotes ? " epub:type=\"footnote\"" : ""
        for node in nodes {
            switch node {
            case .text(let text) where text.allSatisfy(\.isWhitespace): continue
            case .text: output += "<li>\(inline([node]))</li>\n"
            case .element(let element):
                guard element.name == "li" else {
                    output += "<li>\(blocks([node]))</li>\n"
                    continue
                }
                let isPlain = !element.elements.contains { Self.isBlock($0) }
                let id = self.id(of: element)
                output += "<li\(id)\(type)>\(isPlain ? inline(element.children) : mixed(element.children))</li>\n"
            }
        }
        return output
    }

    /// Text and blocks beside each other, as in items of lists and cells.
    private mutating func mixed(_ nodes: [HTMLNode]) -> String {
        nodes.map { node in
            if case .element(let element) = node, Self.isBlock(element) { return block(element) }
            return inline([node])
        }.joined()
    }

    private mutating func table(_ element: HTMLElement, _ id: String) -> String {
        let rows = element.tableRows
        guard !rows.isEmpty else { return blocks(element.children) }
        var output = "<table\(id)>\n"
        if let caption = element.elements.first(where: { $0.name == "caption" }) {
            output += "<caption>\(inline(caption.children))</caption>\n"
        }
        let hasHead = rows[0].allSatisfy { $0.name == "th" } && rows.count > 1
        for (number, row) in rows.enumerated() {
            if number == 0 { output += hasHead ? "<thead>\n" : "<tbody>\n" }
            if number == 1, hasHead { output += "<tbody>\n" }
            let cells = row.map { cell -> String in
                let spans = ["colspan", "rowspan"].compactMap { key in
                    cell[key].flatMap { Int($0) }.map { $0 > 1 ? " \(key)=\"\($0)\"" : "" }
                }
                return "<\(cell.name)\(spans.joined())>\(mixed(cell.children))</\(cell.name)>"
            }
            output += "<tr>\(cells.joined())</tr>\n"
            if number == 0, hasHead { output += "</thead>\n" }
        }
        return output + "</tbody>\n</table>\n"
    }

    // MARK: Inline

    /// Nodes where only text and its styles can be; blocks are put on lines of their own.
    mutating func inline(_ nodes: [HTMLNode], isInLink: Bool = false) -> String {
        nodes.map { node in
            switch node {
            case .text(let text): return XMLText.escaped(text)
            case .element(let element): return inline(element, isInLink)
            }
        }.joined()
    }

    private mutating func inline(_ element: HTMLElement, _ isInLink: Bool) -> String {
        switch element.name {
        case "br", "wbr": return "<\(element.name)/>"
        case "hr": return "<br/>"
        // Our own writer made it.
        case "math": return Self.formula(element, " xmlns=\"http://www.w3.org/1998/Math/MathML\"")
        case "input":
            guard element["type"]?.lowercased() == "checkbox" else { return "" }
            return Self.box(element) + " "
        case "span" where element["role"] == "img": return Self.box(element)
        case "img":
            let size = ["width", "height"].compactMap { key in
                element[key].flatMap { Int($0) }.map { " \(key)=\"\($0)\"" }
            }
            let text = element["alt"] ?? ""
            return medium(element["src"] ?? "", text, size.joined()) ?? XMLText.escaped(text)
        case "audio", "video":
            let text = element["aria-label"] ?? ""
            return medium(element["src"] ?? "", text, "") ?? XMLText.escaped(text)
        case "a":
            // Readers follow links to pages only: a file is shown where it is linked.
            if let shown = element["href"].flatMap({ medium($0, element.text, "") }) { return shown }
            let id = self.id(of: element) + Self.noteType(of: element)
            guard !isInLink, let address = element["href"].flatMap(link) else {
                let text = inline(element.children, isInLink: isInLink)
                return id.isEmpty ? text : "<span\(id)>\(text)</span>"
            }
            return "<a\(id) href=\"\(XMLText.escaped(address))\">\(inline(element.children, isInLink: true))</a>"
        default:
            let text = inline(element.children, isInLink: isInLink)
            if Self.phrasing.contains(element.name) {
                // Our pages know these again: languages of code, and formulas that nobody understands.
                let kept = element.classes.first { $0.hasPrefix("language-") || $0 == "math" }
                let style = kept.map { " class=\"\(XMLText.escaped($0))\"" } ?? ""
                return "<\(element.name)\(id(of: element))\(style)>\(text)</\(element.name)>"
            }
            return Self.isBlock(element) && !text.isEmpty ? " \(text) " : text
        }
    }

    /// The sign of a task, with its mark in the text: our own writer names the state.
    private static func box(_ element: HTMLElement) -> String {
        let state = element["aria-label"] ?? ""
        let mark =
            switch state {
            case "Cancelled": "-"
            case _ where state.hasPrefix("Marked "): String(state.dropFirst(7))
            default: element["checked"] != nil ? "x" : " "
            }
        let sign = mark == "-" ? "☒" : element["checked"] != nil ? "☑" : "☐"
        return "<span data-mark=\"\(XMLText.escaped(mark))\">\(sign)</span>"
    }

    /// What readers know a link from or to a footnote by.
    private static func noteType(of link: HTMLElement) -> String {
        if link.classes.contains("back") { return " epub:type=\"backlink\"" }
        return link["id"]?.hasPrefix("fnref:") == true ? " epub:type=\"noteref\"" : ""
    }

    /// A formula in MathML, as it is.
    private static func formula(_ element: HTMLElement, _ namespace: String = "") -> String {
        let attributes = element.attributes.map { " \($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
        let inner = element.children.map { node in
            switch node {
            case .text(let text): XMLText.escaped(text)
            case .element(let inner): formula(inner)
            }
        }
        return "<\(element.name)\(namespace)\(attributes)>\(inner.joined())</\(element.name)>"
    }

    private mutating func id(of element: HTMLElement) -> String {
        guard let written = element["id"], case let id = Self.id(written), ids.insert(id).inserted else { return "" }
        return " id=\"\(id)\""
    }
}
