import NotebookText

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
    package var classes: [Substring] { self["class"]?.split { $0.isWhitespace } ?? [] }

    /// Whether it has a class.
    package func has(class name: String) -> Bool {
        guard let written = self["class"], written.utf8.count >= name.utf8.count else { return false }
        return written == name || written.holds(name) && classes.contains { $0 == name }
    }

    /// The declarations of the style, in lower case, with their last values.
    package var style: [String: String] {
        guard let style = self["style"] else { return [:] }
        var values: [String: String] = [:]
        var (quote, depth) = (UInt8?.none, 0)
        let declarations = style.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote == byte ? nil : quote ?? byte
            case UInt8(ascii: "(") where quote == nil: depth += 1
            case UInt8(ascii: ")") where quote == nil: depth -= 1
            default: break
            }
            return byte == UInt8(ascii: ";") && quote == nil && depth <= 0
        }
        for declaration in declarations {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = Substring(declaration[..<colon]).trimmedOfSpace.lowercased()
            values[name] = Substring(declaration[colon...].dropFirst()).trimmedOfSpace
        }
        return values
    }

    /// The level of a heading, `h1` to `h6`; `nil` for other elements.
    package var headingLevel: Int? {
        guard name.utf8.count == 2, name.utf8.first == UInt8(ascii: "h"), let level = name.last?.wholeNumberValue,
            1...6 ~= level
        else { return nil }
        return level
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
        for case .element(let element) in children {
            if matches(element) { return element }
            if let found = element.first(matches) { return found }
        }
        return nil
    }

    /// Whether the page does not show it.
    package var isHidden: Bool {
        if self["hidden"] != nil { return true }
        guard let style = self["style"], style.holds("none") else { return false }
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
        for case .element(let element) in children { element.forEach(visit) }
    }
}

extension HTMLNode {
    /// The text of some nodes, as it is written; line breaks become line feeds.
    package static func text(of nodes: [HTMLNode]) -> String {
        // Most elements hold nothing but a text.
        if nodes.count == 1, case .text(let text) = nodes[0] { return text }
        var whole = ""
        add(textOf: nodes, to: &whole)
        return whole
    }

    private static func add(textOf nodes: [HTMLNode], to whole: inout String) {
        for node in nodes {
            switch node {
            case .text(let text): whole += text
            case .element(let element) where element.name == "br": whole += "\n"
            case .element(let element): add(textOf: element.children, to: &whole)
            }
        }
    }
}

extension Substring {
    /// The text without white space at either end.
    package var trimmedOfSpace: String {
        var rest = self
        // To find the first and the last character takes long, and most texts have no space there.
        while let byte = rest.utf8.first, byte <= 0x20 || byte >= 0x80, rest.first?.isWhitespace == true {
            rest.removeFirst()
        }
        while let byte = rest.utf8.last, byte <= 0x20 || byte >= 0x80, rest.last?.isWhitespace == true {
            rest.removeLast()
        }
        return String(rest)
    }
}

extension String {
    /// The text without white space at either end.
    package var trimmedOfSpace: String {
        guard let first = utf8.first, let last = utf8.last else { return self }
        let isTrimmed = 0x21..<0x80 ~= first && 0x21..<0x80 ~= last
        return isTrimmed ? self : self[...].trimmedOfSpace
    }
}
