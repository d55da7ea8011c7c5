import ForeignData

/// Turns Notion's own markup into plain HTML.
enum NotionTree {
    /// How many bookmarks show a picture, which is left out.
    static func picturedBookmarks(_ nodes: [HTMLNode]) -> Int {
        var count = 0
        HTMLElement("", [], nodes).forEach { element in
            if element.has(class: "bookmark"), element.first({ $0.name == "img" }) != nil { count += 1 }
        }
        return count
    }

    /// Nodes with their special elements replaced.
    static func simplified(_ nodes: [HTMLNode]) -> [HTMLNode] {
        joined(
            nodes.flatMap { node -> [HTMLNode] in
                guard case .element(let element) = node else { return [node] }
                return simplified(element)
            })
    }

    /// Nodes whose lists that continue each other are one: Notion makes a list of each item.
    private static func joined(_ nodes: [HTMLNode]) -> [HTMLNode] {
        var output: [HTMLNode] = []
        for node in nodes {
            if case .element(let next) = node, case .element(var last)? = output.last, continues(next, last) {
                last.children += next.children
                output[output.count - 1] = .element(last)
            } else {
                output.append(node)
            }
        }
        return output
    }

    private static func continues(_ next: HTMLElement, _ last: HTMLElement) -> Bool {
        guard next.name == last.name, let kind = next["class"], kind.hasSuffix("-list"), kind == last["class"] else {
            return false
        }
        guard next.name == "ol" else { return next.name == "ul" }
        let count = last.elements.count { $0.name == "li" }
        return next["type"] == last["type"] && Int(next["start"] ?? "") == Int(last["start"] ?? "1").map { $0 + count }
    }

    private static func simplified(_ element: HTMLElement) -> [HTMLNode] {
        func has(_ name: String) -> Bool { element.has(class: name) }
        if let formula = formula(element) { return formula }
        switch element.name {
        case "figure" where has("callout"):
            return wrapped("blockquote", simplified(element.children))
        case "figure" where has("image"):
            let picture = element.first { $0.name == "img" }.map { [HTMLNode.element($0)] } ?? []
            let caption = element.first { $0.name == "figcaption" }.map { simplified($0.children) } ?? []
            return wrapped("p", picture) + (caption.isEmpty ? [] : wrapped("p", caption))
        case "a" where has("bookmark"):
            let title = element.first { $0.has(class: "bookmark-title") }?.text.trimmedOfSpace ?? ""
            let shown = title.isEmpty ? element["href"] ?? "" : title
            let link = HTMLNode.element(
                HTMLElement("a", element.attributes.filter { $0.name == "href" }, [.text(shown)]))
            let description = element.first { $0.has(class: "bookmark-description") }?.text.trimmedOfSpace ?? ""
            return description.isEmpty ? [link] : [link] + wrapped("p", [.text(description)])
        case "nav" where has("table_of_contents"):
            var links: [HTMLNode] = []
            element.forEach { inner in
                if inner.name == "a" { links += wrapped("li", [.element(inner)]) }
            }
            return wrapped("ul", links)
        case "ul" where has("toggle"): return element.elements.flatMap { simplified($0.children) }
        case "table" where has("collection-content"):
            // A database, in which a box is a value.
            var copy = element
            copy.children = simplified(withSigns(element.children))
            return [.element(copy)]
        case "div" where has("checkbox"):
            let checked = has("checkbox-on") ? [XMLAttribute("checked", "")] : []
            return [.element(HTMLElement("input", [XMLAttribute("type", "checkbox")] + checked))]
        case "code":
            let attributes = element.attributes.map { attribute in
                attribute.name == "class" ? XMLAttribute("class", attribute.value.lowercased()) : attribute
            }
            return [.element(HTMLElement("code", attributes, simplified(element.children)))]
        case "mark" where !element.classes.contains { $0.hasSuffix("_background") }:
            return [
                .element(HTMLElement("span", [XMLAttribute("style", "color:inherit")], simplified(element.children)))
            ]
        // Underlined text.
        case "span" where element.style["border-bottom"]?.hasPrefix("0.05em") == true:
            return wrapped("u", simplified(element.children))
        case "img" where has("icon"), "link": return []
        default:
            var copy = element
            copy.children = simplified(element.children)
            return [.element(copy)]
        }
    }

    /// Nodes with signs for check boxes.
    private static func withSigns(_ nodes: [HTMLNode]) -> [HTMLNode] {
        nodes.map { node in
            guard case .element(var element) = node else { return node }
            if element.has(class: "checkbox") { return .text(element.has(class: "checkbox-on") ? "☑" : "☐") }
            element.children = withSigns(element.children)
            return .element(element)
        }
    }

    private static func wrapped(_ name: String, _ children: [HTMLNode]) -> [HTMLNode] {
        [.element(HTMLElement(name, [], children))]
    }

    /// A formula, whose source is in an annotation.
    private static func formula(_ element: HTMLElement) -> [HTMLNode]? {
        let isBlock = element.name == "figure" && element.has(class: "equation")
        guard
            isBlock || element.name == "span" && element.has(class: "katex")
                || element.has(class: "notion-text-equation-token"),
            let source = element.first({ $0.name == "annotation" })
        else { return nil }
        let name = isBlock ? "formula-block" : "formula"
        return [.element(HTMLElement(name, [], [.text(source.text)]))]
    }
}
