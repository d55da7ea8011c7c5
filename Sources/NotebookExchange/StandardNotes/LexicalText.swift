import ForeignData
import NotebookText

/// Turns the document of a Lexical editor, as “Super” notes have it, into HTML.
struct LexicalText {
    /// The document.
    private(set) var nodes: [HTMLNode] = []
    private(set) var unknown = UnknownKinds()

    /// The title of a note, by its id.
    private let title: (String) -> String?

    /// - Parameter title: The title of a note, by its id.
    init(_ root: JSONValue, title: @escaping (String) -> String?) {
        self.title = title
        nodes = nodes(root)
    }

    private mutating func nodes(_ node: JSONValue) -> [HTMLNode] {
        (node["children"]?.elements ?? []).flatMap { self.node($0) }
    }

    private func element(
        _ name: String, _ attributes: [(String, String)] = [], _ children: [HTMLNode]
    ) -> [HTMLNode] {
        [.element(HTMLElement(name, attributes.map { XMLAttribute($0.0, $0.1) }, children))]
    }

    private mutating func node(_ node: JSONValue) -> [HTMLNode] {
        let type = node["type"]?.text ?? ""
        guard !["code", "text", "code-highlight", "hashtag", "tab"].contains(type) else { return text(node, type) }
        let inner = nodes(node)
        switch type {
        case "linebreak": return element("br", [], [])
        case "paragraph": return element("p", [], inner)
        case "heading":
            let tag = node["tag"]?.text ?? "h2"
            return element(HTMLElement(tag).headingLevel == nil ? "h2" : tag, [], inner)
        case "quote": return element("blockquote", [], inner)
        case "horizontalrule": return element("hr", [], [])
        case "list":
            let isOrdered = node["listType"]?.text == "number" || node["tag"]?.text == "ol"
            let start = isOrdered ? node["start"]?.integer.map { [("start", "\($0)")] } ?? [] : []
            return element(isOrdered ? "ol" : "ul", start, inner)
        case "listitem":
            let isList = node["children"]?.elements.first?["type"]?.text == "list"
            guard !isList, case .boolean(let isDone)? = node["checked"]?.content else {
                return element("li", [], inner)
            }
            let box = element("input", [("type", "checkbox")] + (isDone ? [("checked", "")] : []), [])
            return element("li", [], box + inner)
        case "link", "autolink": return element("a", [("href", node["url"]?.text ?? "")], inner)
        case "table": return element("table", [], inner)
        case "tablerow": return element("tr", [], inner)
        case "tablecell": return element((node["headerState"]?.integer ?? 0) > 0 ? "th" : "td", [], inner)
        case "snbubble":
            let id = node["itemUuid"]?.text ?? ""
            return element("a", [("href", "sn:\(id)")], [.text(title(id) ?? node["title"]?.text ?? "note")])
        case "snfile": return element("img", [("src", "sn-file:\(node["fileUuid"]?.text ?? "")")], [])
        case "unencrypted-image", "image", "inline-file":
            let names = ["alt", "altText", "fileName"].lazy.compactMap { node[$0]?.text }
            return element("img", [("src", node["src"]?.text ?? ""), ("alt", names.first { !$0.isEmpty } ?? "")], [])
        case "youtube":
            let address = "https://www.youtube.com/watch?v=\(node["videoID"]?.text ?? "")"
            return element("p", [], element("a", [("href", address)], [.text(address)]))
        case "tweet":
            let address = "https://twitter.com/i/status/\(node["id"]?.text ?? "")"
            return element("p", [], element("a", [("href", address)], [.text(address)]))
        case "collapsible-title": return element("p", [], element("strong", [], inner))
        case "collapsible-container", "collapsible-content", "layout-container", "layout-item", "overflow", "mark":
            return inner
        default:
            let own = UnknownKinds.text(of: node)
            unknown.add("a node of the unknown type “\(type)”", own + Self.plain(node))
            return (own.isEmpty ? [] : [.text(own)]) + inner
        }
    }

    /// The text of a node and of those below it.
    private static func plain(_ node: JSONValue) -> String {
        if node["type"]?.text == "linebreak" { return "\n" }
        return (node["text"]?.text ?? "") + (node["children"]?.elements ?? []).map(plain).joined()
    }

    /// A text with its formats, which are bits of a number, or code.
    private func text(_ node: JSONValue, _ type: String) -> [HTMLNode] {
        if type == "code" {
            let language = node["language"]?.text.map { [("class", "language-\($0)")] } ?? []
            return element("pre", [], element("code", language, [.text(Self.plain(node))]))
        }
        let format = node["format"]?.integer ?? 0
        var result: [HTMLNode] = [.text(node["text"]?.text ?? "")]
        let elements = [
            (1, "strong"), (2, "em"), (4, "s"), (8, "u"), (16, "code"), (32, "sub"), (64, "sup"), (128, "mark"),
        ]
        for (bit, name) in elements.reversed() where format & Int64(bit) != 0 { result = element(name, [], result) }
        return result
    }
}
