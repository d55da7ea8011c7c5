import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An item that the screen shows, in lines of a width.
struct BrowseDocument {
    /// A link of the text: all its parts, by line and columns.
    struct Link: Equatable {
        var parts: [(line: Int, columns: Range<Int>)]
        let mark: LinkMark

        static func == (left: Link, right: Link) -> Bool {
            left.mark == right.mark && left.parts.elementsEqual(right.parts) { $0 == $1 }
        }
    }

    /// How items are shown.
    struct Wording: Sendable {
        /// A date in the user's style.
        let date: @Sendable (Timestamp) -> String
        /// Whether line ends within paragraphs are shown.
        let keepsLineBreaks: Bool
    }

    let item: Item
    let lines: [ScreenLine]
    let links: [Link]
    /// The headings, in which links are looked up, and their lines by their fragments.
    private var anchors = MarkdownAnchors()
    private var headings: [String: Int] = [:]

    /// The maximum width: longer lines are hard to read.
    private static let maximumWidth = 100

    init(_ item: Item, _ file: ItemFile, _ tags: [Tag], width: Int, _ wording: Wording) {
        self.item = item
        let style = Style(isEnabled: true)
        let width = max(20, min(width, Self.maximumWidth))
        var texts = Self.head(of: item, tags, width, style, wording)
        let properties = PropertyLines(file.properties).lines(width: width, style)
        if !properties.isEmpty { texts += properties + [""] }
        let sides = item.type == .card ? CardBody(file.bytes, bodyStart: file.bodyStart) : nil
        let options = MarkdownRenderer.Options(
            width: width, keepsLineBreaks: wording.keepsLineBreaks, wrapsCode: true, marksLinks: true)
        texts += MarkdownRenderer.lines(
            file.bytes, in: sides?.front ?? file.bodyStart..<file.bytes.count, style, options, &anchors)
        if let back = sides?.back, !back.isEmpty {
            texts += ["", style(String(repeating: "─", count: min(width, 40)), .dim), ""]
            texts += MarkdownRenderer.lines(file.bytes, in: back, style, options, &anchors)
        }
        lines = texts.map { ScreenLine(styled: $0) }
        links = Self.links(in: lines)
        for (number, line) in lines.enumerated() {
            for fragment in line.marks.compactMap(HeadingMark.fragment) where headings[fragment] == nil {
                headings[fragment] = number
            }
        }
    }

    /// The line of the heading that a link names; `nil` if there is none.
    func line(of link: LinkMark) -> Int? {
        guard case .heading(let fragment) = link.name.place(in: anchors) else { return nil }
        return headings[fragment]
    }

    /// An item that cannot be shown, and the reason.
    init(_ item: Item, problem: String, width: Int) {
        self.item = item
        let texts = [PrintableText.escaped(item.title), "", problem]
        lines = texts.flatMap { FittedText.wrapped($0, to: max(20, width), indent: 0) }.map { ScreenLine($0) }
        links = []
    }

    /// The title and the values of the item.
    private static func head(
        of item: Item, _ tags: [Tag], _ width: Int, _ style: Style, _ wording: Wording
    ) -> [String] {
        let place = item.folder == .root ? "" : PrintableText.escaped(item.folder.text)
        let facts =
            [item.type == .card ? "card" : "", place].filter { !$0.isEmpty } + item.facts(tags, date: wording.date)
        let title = FittedText.wrapped(PrintableText.escaped(item.title), to: width, indent: 0)
        let known = FittedText.wrapped(facts.joined(separator: " · "), to: width, indent: 0)
        return title.map { style($0, .bold) } + known.map { style($0, .dim) } + [""]
    }

    /// The links of lines; a link that continues on the next line counts once.
    private static func links(in lines: [ScreenLine]) -> [Link] {
        var links: [Link] = []
        var last: (address: String, line: Int, end: Int)?
        for (number, line) in lines.enumerated() {
            for part in line.links {
                defer { last = (part.address, number, part.columns.upperBound) }
                if let last, last.address == part.address,
                    isGap(last.line, last.end, number, part.columns.lowerBound, lines)
                {
                    links[links.count - 1].parts.append((number, part.columns))
                } else if let mark = LinkMark(address: part.address) {
                    links.append(Link(parts: [(number, part.columns)], mark: mark))
                }
            }
        }
        return links
    }

    /// Whether there are only blanks between two places of the same or the next line.
    private static func isGap(_ line: Int, _ end: Int, _ next: Int, _ start: Int, _ lines: [ScreenLine]) -> Bool {
        func isBlank(_ cells: some Sequence<ScreenCell>) -> Bool { cells.allSatisfy { $0.text == " " } }
        if line == next { return end <= start && isBlank(lines[line].cells[end..<start]) }
        return next == line + 1 && isBlank(lines[line].cells[end...]) && isBlank(lines[next].cells[..<start])
    }
}

/// Remembers which folders are open on the screen, between runs.
///
/// Uses one file for each notebook in the user's data folder, with one folder on each line; ignores errors.
struct BrowseMemory {
    private let place: FileLocation?
    private let notebookEnvironment: NotebookEnvironment

    /// The memory for a notebook; empty if the user has no data folder.
    init(of notebook: UniqueIdentifier, _ session: Session) {
        notebookEnvironment = session.notebookEnvironment
        let hasPlace = ["XDG_DATA_HOME", "HOME"].contains { session.terminal.environment[$0]?.hasPrefix("/") == true }
        place = hasPlace ? session.places.data.subpath("browse", "\(notebook).txt") : nil
    }

    /// The folders and tags that were open.
    var open: Set<BrowseLocation> {
        guard let place, let data = FileManager.default.contents(atPath: place.path) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        return Set(
            lines.compactMap { line in
                line.hasPrefix(Self.tagMark)
                    ? .tag(String(line.dropFirst())) : (try? FolderPath(String(line))).map { .folder($0) }
            })
    }

    /// A folder cannot begin with it.
    private static let tagMark = "\t"

    func remember(_ new: Set<BrowseLocation>) {
        guard let place, new != open else { return }
        try? place.parent.create()
        let lines = new.compactMap { place in
            switch place {
            case .folder(let path): path.text
            case .tag(let name): Self.tagMark + name
            default: nil
            }
        }
        let text = lines.sorted().map { $0 + "\n" }.joined()
        try? DirectoryFiles(place.parent.path).replaceFile(
            place.name, with: Array(text.utf8), environment: notebookEnvironment)
    }
}
