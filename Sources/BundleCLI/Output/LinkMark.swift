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

/// Links as messages show them.
enum LinkWording {
    /// The beginning of the link as it is written, in one line.
    static func shown(_ link: ItemLink) -> String {
        let start = String(link.source.unicodeScalars.prefix(500))
        return PrintableText.escaped(start.split(whereSeparator: \.isNewline).joined(separator: " ")).cut(to: 60)
    }

    /// The line and column of a link.
    static func position(_ link: LinkMap.Link) -> String {
        "\(link.link.found.position.line):\(link.link.found.position.column)"
    }

    /// The path, line and column of a link, as editors understand them.
    static func place(of link: LinkMap.Link, _ style: Style) -> String {
        place(link.source, link.link.found.position, style)
    }

    /// A path, line and column, as editors understand them.
    static func place(_ path: BundlePath, _ position: TextPosition, _ style: Style) -> String {
        style("\(PrintableText.escaped(path.text)):\(position.line):\(position.column)", .cyan)
    }
}

/// A link and where it leads, in an answer.
struct LinkRow: JSONRow {
    let source: String
    let line: Int
    let column: Int
    let form: String
    let text: String
    let goal: String
    var target: String?
    var uuid: String?
    var problem: String?
    var candidates: [String]?
    var sentence: String?
}

extension LinkRow: FormattedRow {
    var printedMembers: [JSONValue.Member] {
        members([
            "candidates": candidates, "column": column, "form": form, "goal": goal, "line": line, "problem": problem,
            "sentence": sentence, "source": source, "target": target, "text": text, "uuid": uuid,
        ])
    }

    /// Those of ‘links’.
    static var keys: [String] {
        [
            "source", "line", "column", "form", "text", "goal", "target", "uuid", "problem", "candidates",
        ]
    }

    init(_ link: LinkMap.Link, _ notebook: NotebookListing, sentence: Snippet? = nil) {
        let found = link.link.found
        self.init(
            source: link.source.text, line: found.position.line, column: found.position.column,
            form: link.link.form.rawValue, text: link.link.source, goal: link.goal.name)
        switch link.goal {
        case .file(let path): target = path.text
        case .folder(let text): target = text
        case .external(let text): target = text
        case .broken(let problem):
            self.problem = problem.description
            target = link.target?.text
            if case .ambiguous(_, let paths) = problem { candidates = paths.map(\.text) }
        }
        self.sentence = sentence?.text
        uuid = link.target.flatMap { notebook.manifest[$0]?.item?.uuid?.description }
    }
}

extension LinkMap.Goal {
    /// The value of ‘goal’ in JSON.
    fileprivate var name: String {
        switch self {
        case .file: "file"
        case .folder: "folder"
        case .external: "external"
        case .broken(let problem):
            switch problem {
            case .missingBlob, .missingFile, .missingTarget: "missing"
            case .missingHeading: "missing heading"
            case .ambiguous: "ambiguous"
            case .trashed: "trashed"
            case .outside: "outside"
            }
        }
    }
}

/// A link that could not be updated, in an answer.
struct UnkeptRow: JSONRow {
    let path: String
    let line: Int
    let column: Int
    let target: String
}

extension UnkeptRow {
    /// The links that could not be updated; `nil` if there are none.
    static func rows(_ links: LinkKeeping?) -> [UnkeptRow]? {
        guard let links, !links.unkept.isEmpty else { return nil }
        return links.unkept.map { lost in
            UnkeptRow(
                path: lost.item.text, line: lost.link.position.line, column: lost.link.position.column,
                target: lost.link.written)
        }
    }
}
