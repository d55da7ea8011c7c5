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

    /// Reads the tag or comment that a text consists of; `nil` if it is shown as it is written.
    init?(_ html: String) {
        let bytes = Array(html.utf8)
        guard case .tag(let tag)? = HTMLPieces.of(bytes).first else { return nil }
        self.init(tag, in: bytes)
    }

    init?(_ tag: HTMLTag, in bytes: [UInt8]) {
        guard tag.isElement else {
            guard tag.isComment(in: bytes) else { return nil }
            self = .comment
            return
        }
        let name = String(decoding: bytes[tag.name], as: UTF8.self).lowercased()
        let isClosing = tag.kind == .closing
        switch name {
        case "br" where !isClosing: self = .lineBreak
        case "img" where !isClosing:
            guard let source = Self.attribute("src", of: tag, bytes) else { return nil }
            self = .image(source: source, description: Self.attribute("alt", of: tag, bytes) ?? "")
        case _ where isClosing && (Self.faces[name] != nil || Self.scripts.contains(name)): self = .closing(name: name)
        case _ where Self.scripts.contains(name): self = .script(name: name)
        default:
            guard !isClosing, let face = Self.faces[name] else { return nil }
            self = .opening(name: name, face)
        }
    }

    private static func attribute(_ name: String, of tag: HTMLTag, _ bytes: [UInt8]) -> String? {
        tag.attributes.first { String(decoding: bytes[$0.name], as: UTF8.self).lowercased() == name }?.value.map {
            String(decoding: bytes[$0], as: UTF8.self)
        }
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

/// The closing tags among the inlines of a paragraph, by their names.
struct ClosingTags {
    /// The places that are left to search, in order.
    private var places: [String: ArraySlice<Int>] = [:]

    init(_ inlines: ArraySlice<MarkdownInline>) {
        for (index, inline) in zip(inlines.indices, inlines) {
            guard case .html(let html) = inline.content, html.hasPrefix("</"),
                case .closing(let name)? = ShownTag(html)
            else { continue }
            places[name, default: []].append(index)
        }
    }

    /// The first after a place; later searches begin there.
    mutating func next(_ name: String, after index: Int) -> Int? {
        while let first = places[name]?.first, first <= index { places[name]?.removeFirst() }
        return places[name]?.first
    }
}

/// A block of HTML as it is rendered: without comments, and as plain text if all its tags are known.
struct ShownHTML {
    let text: String
    let isPlain: Bool

    init(block: String) {
        let bytes = Array(block.utf8)
        var isPlain = true
        var (plain, html) = ("", "")
        var offset = 0
        for piece in HTMLPieces.of(bytes) {
            switch piece {
            case .text(let range): plain += String(decoding: bytes[range], as: UTF8.self)
            case .tag(let tag):
                html += String(decoding: bytes[offset..<tag.range.lowerBound], as: UTF8.self)
                offset = tag.range.lowerBound
                switch ShownTag(tag, in: bytes) {
                case .opening, .closing, .script: break
                case .comment: offset = tag.range.upperBound
                case .lineBreak: plain += "\n"
                case .image(let source, let description):
                    let name = ReadableDestination.name(source)
                    plain += "[image: \(description.isEmpty || description == name ? name : "\(description), \(name)")]"
                case nil: isPlain = false
                }
            }
        }
        text = isPlain ? plain : html + String(decoding: bytes[offset...], as: UTF8.self)
        self.isPlain = isPlain
    }
}
