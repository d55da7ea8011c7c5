import ForeignData
import NotebookText

/// Turns the document of a Lexical editor, as “Super” notes have it, into HTML.
enum LexicalText {
    /// How deep nodes nest; deeper ones are left out.
    private static let maximumDepth = 60

    /// The nodes below one.
    static func nodes(_ node: JSONValue, depth: Int = 0) -> [HTMLNode] {
        guard depth < maximumDepth else { return [] }
        return (node["children"]?.elements ?? []).flatMap { self.node($0, depth: depth + 1) }
    }

    private static func element(
        _ name: String, _ attributes: [(String, String)] = [], _ children: [HTMLNode]
    ) -> [HTMLNode] {
        [.element(HTMLElement(name, attributes.map { XMLAttribute($0.0, $0.1) }, children))]
    }

    private static func node(_ node: JSONValue, depth: Int) -> [HTMLNode] {
        func inner() -> [HTMLNode] { nodes(node, depth: depth) }
        switch node["type"]?.text ?? "" {
        case "text", "code-highlight", "hashtag", "tab": return text(node)
        case "linebreak": return element("br", [], [])
        case "paragraph": return element("p", [], inner())
        case "heading":
            let tag = node["tag"]?.text ?? "h2"
            return element(tag.wholeMatch(of: #/h[1-6]/#) == nil ? "h2" : tag, [], inner())
        case "quote": return element("blockquote", [], inner())
        case "horizontalrule": return element("hr", [], [])
        case "code":
            let language = node["language"]?.text.map { [("class", "language-\($0)")] } ?? []
            return element("pre", [], element("code", language, [.text(plain(node, depth))]))
        case "list":
            let isOrdered = node["listType"]?.text == "number" || node["tag"]?.text == "ol"
            let start = isOrdered ? node["start"]?.integer.map { [("start", "\($0)")] } ?? [] : []
            return element(isOrdered ? "ol" : "ul", start, inner())
        case "listitem":
            let isList = node["children"]?.elements.first?["type"]?.text == "list"
            guard !isList, case .boolean(let isDone)? = node["checked"]?.content else {
                return element("li", [], inner())
            }
            let box = element("input", [("type", "checkbox")] + (isDone ? [("checked", "")] : []), [])
            return element("li", [], box + inner())
        case "link", "autolink": return element("a", [("href", node["url"]?.text ?? "")], inner())
        case "table": return element("table", [], inner())
        case "tablerow": return element("tr", [], inner())
        case "tablecell": return element((node["headerState"]?.integer ?? 0) > 0 ? "th" : "td", [], inner())
        case "snbubble":
            let id = node["itemUuid"]?.text ?? ""
            return element("a", [("href", "sn:\(id)")], [.text(node["title"]?.text ?? "note")])
        case "snfile": return element("img", [("src", "sn-file:\(node["fileUuid"]?.text ?? "")")], [])
        case "unencrypted-image", "image", "inline-file":
            return element(
                "img", [("src", node["src"]?.text ?? ""), ("alt", node["alt"]?.text ?? node["altText"]?.text ?? "")], []
            )
        case "youtube":
            let address = "https://www.youtube.com/watch?v=\(node["videoID"]?.text ?? "")"
            return element("p", [], element("a", [("href", address)], [.text(address)]))
        case "tweet":
            let address = "https://twitter.com/i/status/\(node["id"]?.text ?? "")"
            return element("p", [], element("a", [("href", address)], [.text(address)]))
        case "collapsible-title": return element("p", [], element("strong", [], inner()))
        default: return inner()
        }
    }

    private static func plain(_ node: JSONValue, _ depth: Int) -> String {
        guard depth < maximumDepth else { return "" }
        if node["type"]?.text == "linebreak" { return "\n" }
        return (node["text"]?.text ?? "") + (node["children"]?.elements ?? []).map { plain($0, depth + 1) }.joined()
    }

    /// A text with its formats, which are bits of a number.
    private static func text(_ node: JSONValue) -> [HTMLNode] {
        let format = node["format"]?.integer ?? 0
        var result: [HTMLNode] = [.text(node["text"]?.text ?? "")]
        let elements = [
            (1, "strong"), (2, "em"), (4, "s"), (8, "u"), (16, "code"), (32, "sub"), (64, "sup"), (128, "mark"),
        ]
        for (bit, name) in elements.reversed() where format & Int64(bit) != 0 { result = element(name, [], result) }
        return result
    }
}
