import NotebookText

/// Elements of HTML that say what others say.
extension HTMLElement {
    /// The nodes that say the same with elements that rules know: links, pictures, code and text.
    var simplified: [HTMLNode] {
        switch name {
        case "area": self["href"] == nil ? [] : [.element(HTMLElement("a", attributes, [.text(self["alt"] ?? "")]))]
        case "img": [.element(pictured(by: []))]
        case "picture": [.element(HTMLElement("picture", attributes, withChosenPicture))]
        case "xmp", "listing": [.element(HTMLElement("pre", attributes, children))]
        case "input": isCheckbox ? [.element(self)] : input
        case "option", "menuitem": [.text(text.trimmedOfSpace.isEmpty ? self["label"] ?? "" : text.trimmedOfSpace)]
        case "optgroup", "select": [.text(choices)]
        case "progress", "meter": withText(self["value"].map { $0 + (self["max"].map { "/\($0)" } ?? "") })
        case "time", "data": withText(self["datetime"] ?? self["value"])
        case "abbr", "acronym": withTitle
        case "svg": [.element(HTMLElement(name, attributes, children.map(Self.withoutTitle)))]
        default: [.element(self)]
        }
    }

    /// A part of a drawing; its title is not that of the page.
    private static func withoutTitle(_ node: HTMLNode) -> HTMLNode {
        guard case .element(let part) = node else { return node }
        let name = part.name == "title" ? "desc" : part.name
        return .element(HTMLElement(name, part.attributes, part.children.map(withoutTitle)))
    }

    private var isCheckbox: Bool { self["type"]?.lowercased() == "checkbox" }

    private func withText(_ text: String?) -> [HTMLNode] {
        guard let text, self.text.trimmedOfSpace.isEmpty else { return [.element(self)] }
        return [.element(HTMLElement(name, attributes, [.text(text)]))]
    }

    private var withTitle: [HTMLNode] {
        guard let title = self["title"]?.trimmedOfSpace, !title.isEmpty, title != text.trimmedOfSpace else {
            return [.element(self)]
        }
        return [.element(self), .text(" (\(title))")]
    }

    /// What is written in a field of a form.
    private var input: [HTMLNode] {
        switch self["type"]?.lowercased() {
        case "hidden", "password", "file": []
        case "radio": [.text(self["checked"] == nil ? "○ " : "◉ ")]
        case "image": [.element(HTMLElement("img", attributes))]
        default: self["value"].map { [.text($0)] } ?? []
        }
    }

    /// The choices of a list, of which a group has a label.
    private var choices: String {
        let texts = children.map { HTMLNode.text(of: [$0]).trimmedOfSpace }.filter { !$0.isEmpty }
        let label = name == "optgroup" ? self["label"].map { "\($0): " } ?? "" : ""
        return label + texts.joined(separator: ", ")
    }

    // MARK: Pictures

    /// The picture in an element that offers several of them, of which browsers choose one.
    private var withChosenPicture: [HTMLNode] {
        let sources = elements.filter { $0.name == "source" }.compactMap { $0["srcset"] }
        var rest = children.filter { if case .element(let child) = $0 { child.name != "source" } else { true } }
        let place = rest.firstIndex { if case .element(let child) = $0 { child.name == "img" } else { false } }
        if let place, case .element(let picture) = rest[place] {
            rest[place] = .element(picture.pictured(by: sources))
        } else if !sources.isEmpty {
            rest.append(.element(HTMLElement("img").pictured(by: sources)))
        }
        return rest
    }

    /// A picture with its address, or else the largest that is offered; if there are others, it keeps `srcset`.
    private func pictured(by others: [String]) -> HTMLElement {
        let offers = [self["srcset"], self["data-srcset"]].compactMap(\.self) + others
        guard !offers.isEmpty || self["data-src"] != nil else { return self }
        let address = self["src"] ?? ""
        var kept = attributes.filter { $0.name != "srcset" && $0.name != "src" }
        let isPlaceholder = address.isEmpty || address.hasPrefix("data:")
        let chosen = isPlaceholder ? self["data-src"] ?? offers.compactMap { Self.offers($0).first }.first : nil
        kept.append(XMLAttribute("src", chosen ?? address))
        if !offers.isEmpty { kept.append(XMLAttribute("srcset", offers.joined(separator: ", "))) }
        return HTMLElement(name, kept, children)
    }

    /// The addresses of the pictures that it offers, the largest first.
    package var offeredPictures: [String] { self["srcset"].map(Self.offers) ?? [] }

    /// The addresses of a set of pictures, the largest first.
    private static func offers(_ set: String) -> [String] {
        var offers: [(address: String, size: Double)] = []
        // An address ends at white space; a comma without any may belong to it.
        let words = set.split { $0.isWhitespace }.map(String.init)
        var index = 0
        while index < words.count {
            let address = words[index]
            index += 1
            var size = 1.0
            if !address.hasSuffix(","), index < words.count {
                size = Double(words[index].prefix { $0.isNumber || $0 == "." }) ?? 1
                index += 1
            }
            offers.append((address.hasSuffix(",") ? String(address.dropLast()) : address, size))
        }
        // Of equal ones the first, which browsers choose.
        return offers.enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }
            .map(\.element.address)
    }
}
