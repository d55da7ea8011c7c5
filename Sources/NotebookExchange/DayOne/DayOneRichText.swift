import ForeignData
import NotebookText

/// The formatted text of an entry, which some versions write instead of Markdown: pieces with attributes, of which those
/// of a line hold for the line that ends in the piece.
struct DayOneRichText {
    /// The text in Markdown, with the addresses that Day One's Markdown has for files.
    private(set) var markdown = ""
    private(set) var unknown = UnknownKinds()

    /// A line, and what it is.
    private struct Line {
        var nodes: [HTMLNode] = []
        var values: JSONValue?

        /// How deep the item of a list is, from 1; 0 for other lines.
        var depth: Int {
            values?["listStyle"] == nil ? 0 : min(max(Int(clamping: values?["indentLevel"]?.integer ?? 1), 1), 12)
        }
    }

    private var lines: [Line] = []
    private var line = Line()

    /// Reads a text; `nil` if it is none.
    init?(_ text: String) {
        guard let value = try? LooseJSON.read(Array(text.utf8)), let contents = value["contents"] else { return nil }
        for piece in contents.elements {
            for object in piece["embeddedObjects"]?.elements ?? [] { add(object) }
            if let text = piece["text"]?.text { add(text, piece["attributes"]) }
        }
        if !line.nodes.isEmpty { lines.append(line) }
        var converter = HTMLMarkdown(DayOneRules())
        var rest = lines[...]
        markdown = converter.markdown(Self.blocks(&rest, depth: 0))
    }

    private static func element(
        _ name: String, _ attributes: [XMLAttribute] = [], _ children: [HTMLNode]
    ) -> HTMLNode { .element(HTMLElement(name, attributes, children)) }

    private mutating func add(_ text: String, _ attributes: JSONValue?) {
        for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                lines.append(line)
                line = Line()
            }
            if let values = attributes?["line"] { line.values = index > 0 && part.isEmpty ? nil : values }
            if !part.isEmpty { line.nodes.append(Self.styled(String(part), attributes)) }
        }
    }

    private static func styled(_ text: String, _ attributes: JSONValue?) -> HTMLNode {
        var node = HTMLNode.text(text)
        for (key, name) in [
            ("inlineCode", "code"), ("underline", "u"), ("strikethrough", "s"), ("italic", "em"), ("bold", "strong"),
        ] where attributes?[key]?.isTrue == true { node = element(name, [], [node]) }
        if attributes?["highlightedColor"]?.text != nil { node = element("mark", [], [node]) }
        guard let address = attributes?["linkURL"]?.text, !address.isEmpty else { return node }
        return element("a", [XMLAttribute("href", address)], [node])
    }

    private mutating func add(_ object: JSONValue) {
        let type = object["type"]?.text ?? ""
        switch type {
        case "horizontalRuleLine", "horizontalRule": line.nodes.append(Self.element("hr", [], []))
        case "renderableCodeBlock", "codeBlock":
            let code = object["contents"]?.text ?? object["text"]?.text ?? ""
            line.nodes.append(Self.element("pre", [], [Self.element("code", [], [.text(code)])]))
        case _ where object["identifier"]?.text != nil:
            let address = "dayone-moment://\(object["identifier"]?.text ?? "")"
            line.nodes.append(Self.element("img", [XMLAttribute("src", address)], []))
        case _ where object["url"]?.text?.isEmpty == false:
            let address = object["url"]?.text ?? ""
            line.nodes.append(Self.element("a", [XMLAttribute("href", address)], [.text(address)]))
        default:
            let own = UnknownKinds.text(of: object)
            unknown.add("an embedded object of the unknown kind “\(type)”", own)
            if !own.isEmpty { line.nodes.append(.text(own)) }
        }
    }

    // MARK: Blocks

    /// The blocks of the next lines, up to an item of a list that is less deep.
    private static func blocks(_ rest: inout ArraySlice<Line>, depth: Int) -> [HTMLNode] {
        var nodes: [HTMLNode] = []
        while let line = rest.first {
            guard line.depth == 0 else {
                nodes.append(list(&rest, depth: line.depth))
                continue
            }
            let isCode = line.values?["codeBlock"]?.isTrue == true
            let isQuote = line.values?["quote"]?.isTrue == true
            guard isCode || isQuote else {
                rest.removeFirst()
                let level = line.values?["header"]?.integer ?? 0
                let name = (1...6).contains(level) ? "h\(level)" : "p"
                if !line.nodes.isEmpty { nodes.append(element(name, [], line.nodes)) }
                continue
            }
            let run = rest.prefix { ($0.values?[isCode ? "codeBlock" : "quote"]?.isTrue == true) && $0.depth == 0 }
            rest = rest.dropFirst(run.count)
            if isCode {
                let code = run.map { HTMLElement("", [], $0.nodes).text + "\n" }.joined()
                nodes.append(element("pre", [], [element("code", [], [.text(code)])]))
            } else {
                nodes.append(element("blockquote", [], run.map { element("p", [], $0.nodes) }))
            }
        }
        return nodes
    }

    private static func list(_ rest: inout ArraySlice<Line>, depth: Int) -> HTMLNode {
        let style = rest.first?.values?["listStyle"]?.text ?? ""
        var items: [HTMLNode] = []
        while let line = rest.first, line.depth >= depth {
            if line.depth > depth {
                items.append(list(&rest, depth: line.depth))
                continue
            }
            guard line.values?["listStyle"]?.text ?? "" == style else { break }
            rest.removeFirst()
            var nodes = line.nodes
            if style == "checkbox" {
                let isDone = line.values?["checked"]?.isTrue == true
                let attributes = [XMLAttribute("type", "checkbox")] + (isDone ? [XMLAttribute("checked", "")] : [])
                nodes.insert(element("input", attributes, []), at: 0)
            }
            items.append(element("li", [], nodes))
        }
        return element(style == "numbered" ? "ol" : "ul", [], items)
    }
}

/// What HTML says, with the addresses as they are: they are counted where the Markdown is read.
private struct DayOneRules: HTMLRules {
    func destination(of link: HTMLElement, text: String) -> String? { link["href"] }
    func picture(_ element: HTMLElement) -> HTMLReplacement { .inline("![](\(element["src"] ?? ""))") }
    func lost(_ loss: HTMLLoss) {}
    func hidden(_ element: HTMLElement) {}
    func flattened(_ element: HTMLElement) {}
}
