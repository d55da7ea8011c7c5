import NotebookBundle

/// The destination of a link in rendered text, written as an address of its characters (OSC 8).
enum LinkMark: Hashable {
    /// The target of a wiki link, with its heading.
    case wiki(String)
    /// The destination of any other link.
    case destination(String)

    private static let wikiStart = "wiki:"
    private static let destinationStart = "to:"

    /// Printable ASCII.
    var address: String {
        switch self {
        case .wiki(let text): Self.wikiStart + Self.encoded(text)
        case .destination(let text): Self.destinationStart + Self.encoded(text)
        }
    }

    /// The destination that an address stands for.
    init?(address: String) {
        let start = address.hasPrefix(Self.wikiStart) ? Self.wikiStart : Self.destinationStart
        guard address.hasPrefix(start), let text = PercentEncoding.decode(String(address.dropFirst(start.count))) else {
            return nil
        }
        self = start == Self.wikiStart ? .wiki(text) : .destination(text)
    }

    /// The destination as a person reads it.
    var text: String {
        switch self {
        case .wiki(let text), .destination(let text): ReadableDestination.text(text)
        }
    }

    /// How it names its target.
    var name: FoundLink.Name {
        switch self {
        case .wiki(let text):
            .wiki(
                target: String(text.prefix { $0 != "#" }),
                heading: text.firstIndex(of: "#").map { String(text[text.index(after: $0)...]) })
        case .destination(let text): .destination(LinkDestination(text))
        }
    }

    /// Whether it names a heading, and not only an item or a block.
    var leadsToHeading: Bool {
        let place = name.writtenPlace ?? ""
        return place.contains { $0 != "#" && !$0.isWhitespace } && !place.hasPrefix("^")
    }

    /// The address that a desktop opens; `nil` if its kind may do more than open something.
    var opened: String? {
        switch self {
        case .wiki(let text), .destination(let text):
            ReadableDestination.onlyOpens(text) ? ReadableDestination.encoded(text) : nil
        }
    }

    private static func encoded(_ text: String) -> String {
        ReadableDestination.encoded(text.replacing("%", with: "%25"))
    }
}
