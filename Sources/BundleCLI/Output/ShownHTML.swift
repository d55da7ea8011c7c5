import NotebookBundle

/// The HTML tags in notes that are rendered.
enum ShownTag: Equatable {
    /// A tag that gives the text up to its end a face.
    case opening(name: String, Style.Face)
    case closing(name: String)
    /// Lowered or raised text up to the end tag.
    case script(name: String)
    case lineBreak
    case comment
    case image(source: String, description: String)

    private static let faces: [String: Style.Face] = [
        "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "cite": .italic, "var": .italic, "u": .underlined,
        "ins": .underlined, "s": .struck, "del": .struck, "strike": .struck, "mark": .marked, "code": .cyan,
        "kbd": .cyan, "samp": .cyan, "small": .dim,
    ]
    private static let scripts: Set<String> = ["sub", "sup"]

    /// Reads a tag or comment; `nil` if it is shown as it is written.
    init?(_ html: String) {
        if html.hasPrefix("<!--") {
            self = .comment
            return
        }
        guard let match = html.wholeMatch(of: /<(\/?)([A-Za-z][A-Za-z0-9]*)((?:\s[^>]*)?)>/) else { return nil }
        let name = match.output.2.lowercased()
        let (isClosing, attributes) = (!match.output.1.isEmpty, String(match.output.3))
        switch name {
        case "br" where !isClosing: self = .lineBreak
        case "img" where !isClosing:
            guard let source = Self.attribute("src", of: attributes) else { return nil }
            self = .image(source: source, description: Self.attribute("alt", of: attributes) ?? "")
        case _ where isClosing && (Self.faces[name] != nil || Self.scripts.contains(name)): self = .closing(name: name)
        case _ where Self.scripts.contains(name): self = .script(name: name)
        default:
            guard let face = Self.faces[name] else { return nil }
            self = .opening(name: name, face)
        }
    }

    private static func attribute(_ name: String, of text: String) -> String? {
        for match in text.matches(of: /([A-Za-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/)
        where match.output.1.lowercased() == name {
            return [match.output.2, match.output.3, match.output.4].compactMap(\.self).first.map(String.init)
        }
        return nil
    }

    /// A text with raised or lowered digits and signs; `nil` if there is no such character for one of its characters.
    static func script(_ text: String, raised: Bool) -> String? {
        let plain = Array("0123456789+-=()")
        let signs = Array(raised ? "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾" : "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")
        var output = ""
        for character in text {
            guard let place = plain.firstIndex(of: character) else { return nil }
            output.append(signs[place])
        }
        return output.isEmpty ? nil : output
    }
}

/// A block of HTML as it is rendered: without comments, and as plain text if all its tags are known.
struct ShownHTML {
    let text: String
    let isPlain: Bool

    init(block: String) {
        let html = block.replacing(/<!--(?:.|\n)*?(?:-->|\z)/, with: "")
        var isPlain = true
        let plain = html.replacing(/<[^<>]*>/) { match -> String in
            switch ShownTag(String(match.output)) {
            case .opening, .closing, .script, .comment: return ""
            case .lineBreak: return "\n"
            case .image(let source, let description):
                let name = ReadableDestination.name(source)
                return "[image: \(description.isEmpty || description == name ? name : "\(description), \(name)")]"
            case nil:
                isPlain = false
                return ""
            }
        }
        text = isPlain ? plain : html
        self.isPlain = isPlain
    }
}
