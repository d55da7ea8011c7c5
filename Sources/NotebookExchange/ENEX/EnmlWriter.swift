import ForeignData
import NotebookText

/// Writes HTML as ENML, Evernote's markup (enml2.dtd), with its lists of tasks, code blocks, highlights and media.
struct EnmlWriter {
    /// The scheme of addresses that stand for attachments, by their numbers.
    static let scheme = "nb-media:"

    /// The media types and MD5 digests of the attachments.
    let media: [(type: String, digest: String)]

    /// Elements of ENML that need no attributes.
    private static let allowed: Set<String> = [
        "abbr", "b", "bdo", "big", "blockquote", "br", "caption", "center", "cite", "code", "col", "colgroup", "dd",
        "del", "dfn", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "ol",
        "p", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "table", "tbody", "td", "tfoot",
        "th", "thead", "tr", "tt", "u", "ul", "var",
    ]
    private static let void: Set<String> = ["br", "hr", "col"]
    private static let divisions: Set<String> = ["details", "summary", "figure", "figcaption"]
    private static let attributes: [String: [String]] = [
        "td": ["colspan", "rowspan"], "th": ["colspan", "rowspan"], "ol": ["start"],
    ]

    /// The ENML of some nodes.
    func text(_ nodes: [HTMLNode]) -> String {
        nodes.map { node in
            switch node {
            case .text(let text): XMLText.escaped(text)
            case .element(let element): self.text(element)
            }
        }.joined()
    }

    private func text(_ element: HTMLElement) -> String {
        let classes = element.classes
        switch element.name {
        case "a": return link(element)
        case "img": return picture(element)
        case "input": return "<en-todo checked=\"\(element["checked"] != nil)\"/>"
        case "mark":
            return
                "<span style=\"--en-highlight:yellow;background-color: #ffef9e;\">\(text(element.children))</span>"
        case "pre": return code(element)
        case "ul", "ol": return list(element)
        case "span" where classes.contains("math"):
            return "<span style=\"\(EnexText.formulaStyle):true;\">\(XMLText.escaped(element.text))</span>"
        case "div" where classes.contains("table"): return text(element.children)
        case "div" where classes.contains("callout"), "details" where classes.contains("callout"):
            return "<blockquote>\(text(element.children))</blockquote>"
        case _ where element.name.count == 2 && element.name.first == "h":
            // The level that the text has, not the one below others.
            let level = classes.first { $0.hasPrefix("heading-") }?.last.map(String.init)
            let name = level.map { "h\($0)" } ?? element.name
            return Self.void.contains(element.name) ? "<hr/>" : "<\(name)>\(text(element.children))</\(name)>"
        default:
            let name = Self.divisions.contains(element.name) ? "div" : element.name
            guard Self.allowed.contains(name) else { return text(element.children) }
            if Self.void.contains(name) { return "<\(name)/>" }
            let kept = (Self.attributes[name] ?? []).compactMap { key in
                element[key].map { " \(key)=\"\(XMLText.escaped($0))\"" }
            }
            return "<\(name)\(kept.joined())>\(text(element.children))</\(name)>"
        }
    }

    private func index(_ address: String) -> Int? {
        guard address.hasPrefix(Self.scheme), let index = Int(address.dropFirst(Self.scheme.count)),
            media.indices.contains(index)
        else { return nil }
        return index
    }

    private func medium(_ index: Int, _ name: String, _ style: String = "") -> String {
        "<en-media type=\"\(media[index].type)\" hash=\"\(media[index].digest)\" alt=\"\(XMLText.escaped(name))\"\(style)/>"
    }

    private func link(_ element: HTMLElement) -> String {
        guard let address = element["href"], !address.hasPrefix("#") else { return text(element.children) }
        if let index = index(address) { return medium(index, element.text) }
        return "<a href=\"\(XMLText.escaped(address))\">\(text(element.children))</a>"
    }

    private func picture(_ element: HTMLElement) -> String {
        let address = element["src"] ?? ""
        var name = element["alt"] ?? ""
        var size = (width: element["width"], height: element["height"])
        // The description of a picture can end with its size: `|50` or `|300x60`.
        if name.utf8.contains(UInt8(ascii: "|")), let match = name.firstMatch(of: #/\|(\d{1,5})(?:x(\d{1,5}))?$/#) {
            size = (String(match.output.1), match.output.2.map(String.init))
            name = String(name[..<match.range.lowerBound])
        }
        let width = size.width.map { " width=\"\($0)\"" } ?? ""
        let height = size.height.map { " height=\"\($0)\"" } ?? ""
        if let index = index(address) { return medium(index, name, width + height) }
        return "<img src=\"\(XMLText.escaped(address))\" alt=\"\(XMLText.escaped(name))\"\(width)\(height)/>"
    }

    private func code(_ element: HTMLElement) -> String {
        let inner = element.elements.first { $0.name == "code" }
        let language = inner?.classes.first { $0.hasPrefix("language-") }?.dropFirst(9)
        var lines = element.text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let shown = lines.map { line in
            // XML readers may join spaces, but not these.
            let text = XMLText.escaped(line).replacing("  ", with: " \u{A0}")
            let start = text.hasPrefix(" ") ? "\u{A0}" + text.dropFirst() : text
            return "<div>\(start.isEmpty ? "<br/>" : start)</div>"
        }
        let style = language.map { "--en-codeblockLanguage:\(XMLText.escaped($0));" } ?? ""
        return "<div style=\"--en-codeblock:true;\(style)\">\(shown.joined())</div>"
    }

    private func list(_ element: HTMLElement) -> String {
        let items = element.elements
        let tasks = items.count { $0.classes.contains("task") }
        // Evernote's lists of tasks have nothing else in them.
        let isTaskList = tasks > 0 && tasks == items.count
        let start = element.name == "ol" ? element["start"].map { " start=\"\(XMLText.escaped($0))\"" } ?? "" : ""
        var output = "<\(element.name)\(start)\(isTaskList ? " style=\"--en-todo:true;\"" : "")>"
        for item in items {
            guard isTaskList, let box = item.elements.first, box.name == "input" else {
                output += "<li>\(text(item.children))</li>"
                continue
            }
            let rest = item.children.filter { node in
                if case .element(let inner) = node { inner.name != "input" } else { true }
            }
            output += "<li style=\"--en-checked:\(box["checked"] != nil);\">\(text(rest))</li>"
        }
        return output + "</\(element.name)>"
    }
}
