import NotebookBundle

/// Items in a list, one line each: date, pin, title, path and tags.
///
/// Copies printable ASCII as bytes, which takes a quarter of the time for 100,000 items.
struct ItemLines {
    private let items: [Item]
    private let key: NotebookDescription.SortKey
    private let session: Session
    private let style: Style
    private let titleWidth: Int
    private let dateWidth: Int

    /// Makes the lines of some items, with aligned columns.
    init(_ items: [Item], date key: NotebookDescription.SortKey = .modified, _ session: Session) {
        (self.items, self.key, self.session, style) = (items, key, session, session.style)
        // Only relative dates differ in width.
        let dated = session.settings.dateStyle == .relative ? items[...] : items.prefix(1)
        let dateWidth = dated.reduce(0) { max($0, session.date($1.date(key)).columns) }
        // On a narrow terminal, titles leave half of the width to paths.
        let titles = items.reduce(0) { width, item in
            let isCard = item.type == .card
            return max(width, isCard ? PrintableText.escaped(item.shownTitle).columns : item.withTitle(Self.columns))
        }
        if session.terminal.outputIsTerminal {
            let room = session.terminal.width - dateWidth - 6
            let places = items.prefix(Self.measured).reduce(0) {
                max($0, PrintableText.escaped(Self.place($1)).columns)
            }
            titleWidth = min(titles, max(12, room / 2, room - places))
        } else {
            titleWidth = min(40, titles)
        }
        self.dateWidth = dateWidth
    }

    /// Prints the line of the item at an index with its tags, and an addition after it.
    func print(_ number: Int, _ itemTags: ItemTags, ending: String = "") throws {
        var line: [UInt8] = []
        line.reserveCapacity(160)
        append(items[number], itemTags, ending, to: &line)
        guard session.terminal.outputIsTerminal else {
            line.append(0x0A)
            return try session.write(line)
        }
        while line.last == 0x20 { line.removeLast() }
        try session.printRow(String(decoding: line, as: UTF8.self))
    }

    /// Prints all lines.
    func print(_ itemTags: ItemTags) throws {
        guard !session.terminal.outputIsTerminal else {
            for number in items.indices { try print(number, itemTags) }
            return
        }
        let texts = try items.piecesOnAllCores(of: Self.linesAtOnce) { items in
            var text: [UInt8] = []
            text.reserveCapacity(160 * items.count)
            for item in items {
                append(item, itemTags, to: &text)
                text.append(0x0A)
            }
            return text
        }
        for text in texts { try session.write(text) }
    }

    /// How many lines one job makes.
    private static let linesAtOnce = 1_000

    /// Appends the line of an item with its tags, and an addition after it.
    private func append(_ item: Item, _ itemTags: ItemTags, _ ending: String = "", to line: inout [UInt8]) {
        line += style(item.isPinned ? "*" : " ", .yellow).utf8
        line.append(0x20)
        line += style(session.date(item.date(key)).padded(to: dateWidth), .dim).utf8
        line += "  ".utf8
        let titleColumns = style.isEnabled ? appendStyledTitle(of: item, to: &line) : appendTitle(of: item, to: &line)
        for _ in 0..<max(0, titleWidth - titleColumns) + 2 { line.append(0x20) }
        if session.terminal.outputIsTerminal {
            line += PrintableText.escaped(Self.place(item)).utf8
        } else {
            item.withPath { Self.append($0, to: &line) }
        }
        var tags: [UInt8] = []
        let addTag = { (tag: Span<UInt8>) in
            tags += tags.isEmpty ? "  #".utf8 : " #".utf8
            Self.append(tag, to: &tags)
        }
        if itemTags.inText(of: item).isEmpty {
            item.forEachTag(addTag)
        } else {
            for tag in itemTags.all(of: item) { addTag(tag.text.utf8.span) }
        }
        line += style.isEnabled ? Array(style(String(decoding: tags, as: UTF8.self), .green).utf8) : tags
        line += ending.utf8
    }

    /// Appends a title, cut to the width, and returns its columns.
    private func appendTitle(of item: Item, to line: inout [UInt8]) -> Int {
        guard item.type == .note else {
            let text = PrintableText.escaped(item.shownTitle).cut(to: titleWidth)
            line += text.utf8
            return text.columns
        }
        return item.withTitle { title in
            guard title.count <= titleWidth, title.isPrintableASCII else {
                let text = PrintableText.escaped(String(copying: title)).cut(to: titleWidth)
                line += text.utf8
                return text.columns
            }
            Self.append(title, to: &line)
            return title.count
        }
    }

    private func appendStyledTitle(of item: Item, to line: inout [UInt8]) -> Int {
        let text = PrintableText.escaped(item.shownTitle).cut(to: titleWidth)
        line += style(text, item.isPinned ? .bold : .cyan).utf8
        return text.columns
    }

    /// How many items are measured to align columns.
    private static let measured = 200

    /// Where an item is, as people need it: the folder if the file is named after the title, or else the whole path.
    private static func place(_ item: Item) -> String {
        guard !item.isInTrash, item.path.stem == item.title else { return item.path.text }
        return item.folder == .root ? "" : item.folder.text + "/"
    }

    private static func columns(_ text: Span<UInt8>) -> Int {
        text.isPrintableASCII ? text.count : PrintableText.escaped(String(copying: text)).columns
    }

    private static func append(_ text: Span<UInt8>, to line: inout [UInt8]) {
        guard text.isPrintableASCII else {
            line += PrintableText.escaped(String(copying: text)).utf8
            return
        }
        for index in 0..<text.count { line.append(text[index]) }
    }
}

extension NotebookListing {
    /// The tags that lists show; in an archive only those of the front matter, because reading all texts would take too
    /// long.
    func shownTags(of items: [Item], _ files: any FileTree, _ look: DirectoryScan? = nil) throws -> ItemTags {
        guard files.archiveDirectory == nil else { return .ofFrontMatter }
        let areAll = items.count == self.items.count && !items.contains(where: \.isInTrash)
        return try itemTags(of: areAll ? nil : Set(items.map(\.path)), files, look: look)
    }
}

extension Item {
    /// What is known about the item, below its title: dates, pin and the given tags.
    func facts(_ tags: [Tag], date: (Timestamp) -> String) -> [String] {
        KnownKey.allCases.compactMap { key in
            switch key {
            case .uuid, .title: nil
            case .created: "created \(date(created))"
            case .modified: "modified \(date(modified))"
            case .pinned: isPinned ? "pinned" : nil
            case .tags: tags.isEmpty ? nil : tags.map { "#" + PrintableText.escaped($0.text) }.joined(separator: " ")
            }
        }
    }

    /// The date that a list shows.
    fileprivate func date(_ key: NotebookDescription.SortKey) -> Timestamp { key == .created ? created : modified }
}

/// A note or card in an answer.
struct ItemRow: Encodable {
    let path: String
    let type: String
    let uuid: String?
    let title: String
    let created: String
    let modified: String
    let pinned: Bool
    let tags: [String]
    let size: Int
    var sha256: String
    var inlineTags: [String]?
    var batch: String?
    var preview: String?
    var body: String?
    var front: String?
    var back: String?
    var properties: [PropertyRow]?
}

extension ItemRow: FormattedRow {
    /// Those of ‘ls’, which reads no more of an item than its beginning.
    static var keys: [String] {
        let keys = [.path, .type] + KnownKey.allCases.map(key) + [.size, .sha256, .inlineTags, .batch, .preview]
        return keys.map(\.stringValue)
    }

    private static func key(_ key: KnownKey) -> CodingKeys {
        switch key {
        case .uuid: .uuid
        case .title: .title
        case .created: .created
        case .modified: .modified
        case .pinned: .pinned
        case .tags: .tags
        }
    }

    /// An item with the tags in its text, if it has any.
    init(_ item: Item, _ tags: ItemTags) {
        self.init(item)
        let inText = tags.inText(of: item)
        if !inText.isEmpty { inlineTags = inText.map(\.text) }
    }

    init(_ item: Item) {
        self.init(
            path: item.path.text, type: item.type.rawValue, uuid: item.uuid?.description, title: item.title,
            created: item.created.description, modified: item.modified.description, pinned: item.isPinned,
            tags: item.tags.map(\.text), size: item.size, sha256: item.digest.description,
            batch: item.batch?.description)
    }
}

extension Snippet {
    /// The snippet with its matches in bold.
    func text(_ style: Style, isCard: Bool = false) -> String {
        let whole = isCard ? pieces.map(\.text).joined() : ""
        let hidden = HiddenGaps.text(whole)
        if hidden != whole { return style(PrintableText.escaped(hidden), .dim) }
        return pieces.map { piece in
            let text = PrintableText.escaped(piece.text)
            return piece.isMatch ? style(text, .bold, .yellow) : style(text, .dim)
        }.joined()
    }
}

/// A batch of deleted items, in an answer.
struct BatchRow: Encodable {
    let name: String
    let deleted: String
    let paths: [String]
}

extension BatchRow {
    init(_ batch: BatchName, paths: [String]) {
        self.init(name: batch.description, deleted: batch.time.description, paths: paths)
    }

    init(_ batch: BatchName, _ entries: [Entry]) {
        self.init(batch, paths: entries.map(\.path).filter { !DeletionRecord.holds($0) }.map(\.text))
    }
}
