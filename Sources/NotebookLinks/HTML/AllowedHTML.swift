import NotebookMarkdown
import NotebookText

/// What an HTML tag of a note turns into: keeps only harmless elements, without their attributes.
enum AllowedHTML: Equatable {
    /// Nothing, as for comments and for elements that only set attributes.
    case nothing
    /// A void element.
    case single(String)
    /// The beginning of an element, and its safe attributes.
    case opening(String, attributes: String)
    /// The end of an element.
    case closing(String)
    /// A link.
    case link(String)
    /// A picture, its description and its attributes.
    case picture(String, description: String, attributes: String)
    /// The tag, shown as text.
    case text

    private static let inline: Set<String> = [
        "abbr", "b", "bdi", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
        "strong",
        "sub", "sup", "u", "var",
    ]
    /// Elements that can span several blocks.
    static let containers: Set<String> = [
        "aside", "blockquote", "center", "details", "div", "dl", "dd", "figure", "li", "ol", "section", "table",
        "tbody", "td",
        "tfoot", "thead", "tr", "th", "ul",
    ]
    private static let leaves: Set<String> = ["caption", "dt", "figcaption", "p", "pre", "summary"]
    private static let single: Set<String> = ["br", "hr", "wbr"]
    /// Elements that only carry attributes.
    private static let bare: Set<String> = ["span", "font"]
    /// Replacements for obsolete elements, and for those that only structure a page.
    private static let successors = ["strike": "s", "tt": "code", "center": "div", "aside": "div", "section": "div"]
    private static let numbers: [String: Set<String>] = [
        "td": ["colspan", "rowspan"], "th": ["colspan", "rowspan"], "ol": ["start"], "img": ["width", "height"],
    ]

    /// Reads a tag.
    init(_ tag: HTMLTag, in bytes: [UInt8]) {
        guard tag.isElement else {
            self = .nothing
            return
        }
        let name = String(decoding: bytes[tag.name].lazy.map(ASCII.lowercased), as: UTF8.self)
        let isClosing = tag.kind == .closing
        let shown = Self.successors[name] ?? name
        if Self.bare.contains(name) {
            self = .nothing
        } else if Self.single.contains(name) {
            self = isClosing ? .nothing : .single(name)
        } else if name == "a" {
            let address = Self.value("href", of: tag, bytes)
            self = isClosing ? .closing("a") : address.map(AllowedHTML.link) ?? .nothing
        } else if name == "img" {
            let source = isClosing ? nil : Self.value("src", of: tag, bytes)
            self =
                source.map {
                    .picture(
                        $0, description: Self.value("alt", of: tag, bytes) ?? "",
                        attributes: Self.attributes(of: tag, "img", bytes))
                } ?? .nothing
        } else if Self.inline.contains(shown) || Self.containers.contains(name) || Self.leaves.contains(name)
            || Self.isHeading(name)
        {
            // An HTML heading would not fit the levels of the headings around it.
            let element = Self.isHeading(name) ? "p" : shown
            self = isClosing ? .closing(element) : .opening(element, attributes: Self.attributes(of: tag, name, bytes))
        } else {
            self = .text
        }
    }

    private static func isHeading(_ name: String) -> Bool {
        name.utf8.count == 2 && name.first == "h" && "123456".contains(name.dropFirst())
    }

    private static func value(_ name: String, of tag: HTMLTag, _ bytes: [UInt8]) -> String? {
        for attribute in tag.attributes
        where String(decoding: bytes[attribute.name].lazy.map(ASCII.lowercased), as: UTF8.self) == name {
            return attribute.value.map { MarkdownText.attributeValue(bytes, $0) } ?? ""
        }
        return nil
    }

    /// The attributes to keep: small numbers, and whether details are open.
    private static func attributes(of tag: HTMLTag, _ name: String, _ bytes: [UInt8]) -> String {
        if isHeading(name) { return " class=\"heading\"" }
        if name == "details" { return value("open", of: tag, bytes) == nil ? "" : " open" }
        return (numbers[name] ?? []).sorted().map { key in
            guard let number = value(key, of: tag, bytes).flatMap({ Int($0) }), (1...4096).contains(number) else {
                return ""
            }
            return " \(key)=\"\(number)\""
        }.joined()
    }
}

/// The open elements of a note's own HTML, which have to be closed in the right places.
struct OpenElements {
    private var names: [String] = []
    /// How many elements of each name are open.
    private var counts: [String: Int] = [:]
    /// The outermost element that cannot continue in the next block.
    private var firstLeaf: Int?

    /// How many elements are open.
    var count: Int { names.count }

    func contains(_ name: String) -> Bool { counts[name, default: 0] > 0 }

    /// Opens an element and returns its tag.
    mutating func open(_ name: String, _ attributes: String) -> String {
        if firstLeaf == nil, !AllowedHTML.containers.contains(name) { firstLeaf = names.count }
        names.append(name)
        counts[name, default: 0] += 1
        return "<\(name)\(attributes)>"
    }

    /// Closes an element and those in it; does nothing if it is not open.
    mutating func close(_ name: String) -> String {
        guard contains(name), let index = names.lastIndex(of: name) else { return "" }
        return close(downTo: index)
    }

    /// Closes all elements that cannot continue in the next block.
    mutating func closeLeaves() -> String { close(downTo: firstLeaf ?? names.count) }

    /// Closes all but this many of the outermost elements.
    mutating func close(downTo count: Int) -> String {
        guard count < names.count else { return "" }
        let closed = names[count...].reversed()
        for name in closed { counts[name]? -= 1 }
        if let leaf = firstLeaf, leaf >= count { firstLeaf = nil }
        let tags = closed.map { "</\($0)>" }.joined()
        names.removeLast(names.count - count)
        return tags
    }
}
