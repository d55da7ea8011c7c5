/// A node of an HTML tree.
package indirect enum HTMLNode: Sendable {
    /// Text, with references replaced.
    case text(String)
    /// An element.
    case element(HTMLElement)
}

/// An element of an HTML tree.
package struct HTMLElement: Sendable {
    /// Its name, in lower case.
    package let name: String
    /// Its attributes, with names in lower case.
    package let attributes: [XMLAttribute]
    /// What is in it.
    package var children: [HTMLNode] = []

    /// Makes an element.
    package init(_ name: String, _ attributes: [XMLAttribute] = [], _ children: [HTMLNode] = []) {
        (self.name, self.attributes, self.children) = (name, attributes, children)
    }

    /// The value of an attribute.
    package subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The classes.
    package var classes: [Substring] { (self["class"] ?? "").split { $0.isWhitespace } }

    /// The declarations of the style, in lower case, with their last values.
    package var style: [String: String] {
        guard let style = self["style"] else { return [:] }
        var values: [String: String] = [:]
        var (quote, depth) = (Character?.none, 0)
        let declarations = style.split { character in
            switch character {
            case "\"", "'": quote = quote == character ? nil : quote ?? character
            case "(" where quote == nil: depth += 1
            case ")" where quote == nil: depth -= 1
            default: break
            }
            return character == ";" && quote == nil && depth <= 0
        }
        for declaration in declarations {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = declaration[..<colon].trimmedOfSpace.lowercased()
            values[name] = declaration[declaration.index(after: colon)...].trimmedOfSpace
        }
        return values
    }

    /// The elements directly in this one.
    package var elements: [HTMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// All text, as it is written.
    package var text: String { HTMLNode.text(of: children) }

    /// All text, with spaces between elements, such as the cells of a table.
    package var words: String {
        children.map { node in
            switch node {
            case .element(let element): element.words
            case .text(let text): text
            }
        }.joined(separator: " ")
    }

    /// The first element that meets a condition, at any depth.
    package func first(_ matches: (HTMLElement) -> Bool) -> HTMLElement? {
        for element in elements {
            if matches(element) { return element }
            if let found = element.first(matches) { return found }
        }
        return nil
    }

    /// Whether the page does not show it.
    package var isHidden: Bool {
        if self["hidden"] != nil { return true }
        guard let style = self["style"], style.contains("none") else { return false }
        return self.style["display"]?.lowercased().hasPrefix("none") == true
    }

    /// The cells of a table, row by row.
    package var tableRows: [[HTMLElement]] {
        elements.flatMap { child -> [[HTMLElement]] in
            switch child.name {
            case "tr": [child.elements.filter { $0.name == "td" || $0.name == "th" }]
            case "thead", "tbody", "tfoot": child.tableRows
            default: []
            }
        }.filter { !$0.isEmpty }
    }

    /// Calls a function for this element and all in it.
    package func forEach(_ visit: (HTMLElement) -> Void) {
        visit(self)
        for element in elements { element.forEach(visit) }
    }
}

extension HTMLNode {
    /// The text of some nodes, as it is written; line breaks become line feeds.
    package static func text(of nodes: [HTMLNode]) -> String {
        nodes.map { node in
            switch node {
            case .text(let text): text
            case .element(let element): element.name == "br" ? "\n" : element.text
            }
        }.joined()
    }
}

extension StringProtocol {
    /// The text without white space at either end.
    package var trimmedOfSpace: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}
