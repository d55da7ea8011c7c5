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
    /// Whether the terminal is wide enough for dates beside the titles.
    private let showsDates: Bool
    /// How many columns of a title a list shows at least.
    private static let shortestTitle = 12

    /// Makes the lines of some items, with aligned columns.
    init(_ items: [Item], date key: NotebookDescription.SortKey = .modified, _ session: Session) {
        (self.items, self.key, self.session, style) = (items, key, session, session.style)
        // Only relative dates differ in width.
        let dated = session.settings.dateStyle == .relative ? items[...] : items.prefix(1)
        let dateWidth = dated.reduce(0) { max($0, session.date($1.date(key)).columns) }
        let isTerminal = session.terminal.outputIsTerminal
        showsDates = !isTerminal || session.terminal.width >= dateWidth + 4 + Self.shortestTitle
        if isTerminal {
            // On a narrow terminal, titles leave half of the width to paths.
            let room = session.terminal.width - (showsDates ? dateWidth + 6 : 4)
            let places = items.prefix(Self.measured).reduce(0) {
                max($0, PrintableText.escaped(Self.place($1)).columns)
            }
            titleWidth = Self.titleWidth(items, upTo: max(Self.shortestTitle, room / 2, room - places))
        } else {
            titleWidth = Self.titleWidth(items, upTo: 40)
        }
        self.dateWidth = dateWidth
    }

    /// The width of the widest title, or the limit if one is wider.
    private static func titleWidth(_ items: [Item], upTo limit: Int) -> Int {
        var (width, title): (Int, [UInt8]) = (0, [])
        for item in items {
            title.removeAll(keepingCapacity: true)
            width = max(width, append(titleOf: item, to: &title))
            if width >= limit { return limit }
        }
        return width
    }

    /// What is printed with an item.
    struct Row {
        let tags: ItemTags
        /// An addition after the line.
        var ending = ""
        /// A line below it; empty if there is none.
        var below = ""
    }

    /// Prints the lines of all items with their tags.
    func print(_ tags: ItemTags) throws { try print { _ in Row(tags: tags) } }

    /// Prints the lines of all items.
    ///
    /// - Parameter row: What is printed with the item at an index; called on all cores.
    func print(_ row: @escaping @Sendable (Int) -> Row) throws {
        guard !session.terminal.outputIsTerminal else {
            for number in items.indices {
                let row = row(number)
                var line: [UInt8] = []
                append(items[number], row, to: &line)
                while line.last == 0x20 { line.removeLast() }
                try session.printRow(String(decoding: line, as: UTF8.self))
                if !row.below.isEmpty { try session.printRow(Self.indent + row.below, wrappedWith: Self.indent.count) }
            }
            return
        }
        let texts = try items.piecesOnAllCores(of: Self.linesAtOnce) { items in
            var text: [UInt8] = []
            text.reserveCapacity(160 * items.count)
            for number in items.indices {
                let row = row(number)
                append(items[number], row, to: &text)
                text.append(0x0A)
            }
            return text
        }
        for text in texts { try session.write(text) }
    }

    private static let indent = "      "

    /// How many lines one job makes.
    private static let linesAtOnce = 1_000

    /// Appends the line of an item, without its line end, and where no terminal shows it, the line below it.
    private func append(_ item: Item, _ row: Row, to line: inout [UInt8]) {
        let mark = item.isPinned ? "*" : " "
        line += style.isEnabled ? style(mark, .yellow).utf8 : mark.utf8
        line.append(0x20)
        if showsDates { appendDate(of: item, to: &line) }
        let titleColumns = style.isEnabled ? appendStyledTitle(of: item, to: &line) : appendTitle(of: item, to: &line)
        for _ in 0..<max(0, titleWidth - titleColumns) + 2 { line.append(0x20) }
        if session.terminal.outputIsTerminal {
            line += PrintableText.escaped(Self.place(item)).utf8
        } else {
            let start = line.count
            item.appendPath(to: &line)
            Self.escape(&line, from: start)
        }
        append(row.tags, of: item, to: &line)
        line += row.ending.utf8
        if !session.terminal.outputIsTerminal, !row.below.isEmpty { line += "\n\(Self.indent)\(row.below)".utf8 }
    }

    private func appendDate(of item: Item, to line: inout [UInt8]) {
        if style.isEnabled {
            line += style(session.date(item.date(key)).padded(to: dateWidth), .dim).utf8
        } else {
            let end = line.count + dateWidth
            session.append(item.date(key), to: &line)
            while line.count < end { line.append(0x20) }
        }
        line += "  ".utf8
    }

    private func append(_ itemTags: ItemTags, of item: Item, to line: inout [UInt8]) {
        let start = line.count
        if itemTags.inText(of: item).isEmpty {
            item.appendTags(after: "  #", " #", to: &line)
        } else {
            for tag in itemTags.all(of: item) { line += "\(line.count == start ? "  #" : " #")\(tag.text)".utf8 }
        }
        Self.escape(&line, from: start)
        guard style.isEnabled else { return }
        let tags = String(decoding: line[start...], as: UTF8.self)
        line.removeSubrange(start...)
        line += style(tags, .green).utf8
    }

    /// Appends a title, cut to the width, and returns its columns.
    private func appendTitle(of item: Item, to line: inout [UInt8]) -> Int {
        let start = line.count
        let columns = Self.append(titleOf: item, to: &line)
        guard columns > titleWidth else { return columns }
        let title = String(decoding: line[start...], as: UTF8.self).cut(to: titleWidth)
        line.removeSubrange(start...)
        line += title.utf8
        return title.columns
    }

    /// Appends a title, and returns its columns.
    private static func append(titleOf item: Item, to line: inout [UInt8]) -> Int {
        let start = line.count
        guard item.type == .note else {
            let title = PrintableText.escaped(item.shownTitle)
            line += title.utf8
            return title.columns
        }
        item.appendTitle(to: &line)
        return escape(&line, from: start) ? String(decoding: line[start...], as: UTF8.self).columns : line.count - start
    }

    /// Escapes what is not printable; false if all is printable ASCII.
    @discardableResult
    private static func escape(_ line: inout [UInt8], from start: Int) -> Bool {
        guard !line.span.extracting(start...).isPrintableASCII else { return false }
        let text = PrintableText.escaped(String(decoding: line[start...], as: UTF8.self))
        line.removeSubrange(start...)
        line += text.utf8
        return true
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
}

extension NotebookListing {
    /// The tags that lists show; in an archive only those of the front matter, because reading all texts would take too
    /// long, unless they have to be complete.
    func shownTags(
        of items: [Item], _ files: any FileTree, _ look: DirectoryScan? = nil, areComplete: Bool = false
    ) throws -> ItemTags {
        guard areComplete || files.archiveDirectory == nil else { return .ofFrontMatter }
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
struct ItemRow: JSONRow {
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
    var printedMembers: [JSONValue.Member] {
        members([
            "back": back, "batch": batch, "body": body, "created": created, "front": front, "inlineTags": inlineTags,
            "modified": modified, "path": path, "pinned": pinned, "preview": preview, "properties": properties,
            "sha256": sha256, "size": size, "tags": tags, "title": title, "type": type, "uuid": uuid,
        ])
    }

    /// Those of ‘ls’, which reads no more of an item than its beginning.
    static var keys: [String] {
        ["path", "type"] + KnownKey.allCases.map(\.rawValue) + ["size", "sha256", "inlineTags", "batch", "preview"]
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
struct BatchRow: JSONRow {
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
