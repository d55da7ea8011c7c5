import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookText

/// The blocks of all pages, by which links name them, and the notes that are made of pages.
struct RoamGraph: Sendable {
    /// The pages of blocks, by the ids of the blocks, and their texts.
    private var blocks: [String: (page: String, text: String)] = [:]
    /// The ids of blocks to which others lead.
    private var referenced: Set<String> = []
    /// The ids of tables, by those of the blocks that are their cells.
    private var tables: [String: String] = [:]
    /// The values of blocks for which there is no place.
    private(set) var unread = UnreadValues()
    /// The keys of blocks that are read, or that say who wrote a block and when.
    private static let keys: Set<String> = [
        "string", "uid", "heading", "children", "children-view-type", ":children/view-type", "view-type", "create-time",
        "edit-time",
        "create-email", "edit-email",
        ":create/user",
        ":edit/user", ":block/refs", "refs", "title", ":log/id", "order", "block-id",
    ]

    init(_ pages: [JSONValue]) {
        for page in pages {
            let title = page["title"]?.text ?? ""
            unread.begin(title, at: page["uid"]?.text ?? title)
            index(page["children"]?.elements ?? [], title)
        }
        for (cell, table) in tables where referenced.contains(cell) { referenced.insert(table) }
    }

    /// Indexes the blocks of a page and those below them, however deep these are.
    private mutating func index(_ blocks: [JSONValue], _ page: String) {
        var rest = blocks.reversed().map { (block: $0, table: String?.none) }
        while let (block, table) = rest.popLast() {
            unread.add(block, besides: Self.keys)
            let text = block["string"]?.text ?? ""
            let id = block["uid"]?.text
            if let id {
                self.blocks[id] = (page, text)
                if let table { tables[id] = table }
            }
            let inner = table ?? (Self.isTable(text) ? id : nil)
            for id in RoamText.references.ids(in: text) { referenced.insert(String(id)) }
            rest += (block["children"]?.elements ?? []).reversed().map { ($0, inner) }
        }
    }

    private static func isTable(_ text: String) -> Bool {
        text.holds("table") && ["{{table}}", "{{[[table]]}}"].contains(text.trimmedOfSpace)
    }

    private static func date(_ page: JSONValue, _ key: String) -> Timestamp? {
        page[key]?.integer.map { Timestamp(clamping: $0 / 1000) }
    }

    /// The note of a page.
    func note(_ page: JSONValue, _ title: String, _ notes: ForeignFindings) -> ForeignNote {
        let day = DailyTitle.day(title)
        var note = ForeignNote(id: "roam\0\(title)")
        note.isGuessed = true
        note.title = day ?? title
        note.folder = day == nil ? [] : NoteLocations().dailyFolder.components.map(String.init)
        note.place = page["uid"]?.text ?? title
        note.keys = ["roam:\(title)"]
        note.modified = Self.date(page, "edit-time")
        let children = page["children"]?.elements ?? []
        note.created =
            Self.date(page, "create-time") ?? children.compactMap { Self.date($0, "create-time") }.min()
            ?? note.modified
        let text = ForeignText(notes, title: day ?? title, place: note.place, count: LinkedHTML.counts)
        let attributes = children.prefix { $0["children"] == nil && Self.attribute($0) != nil }
        for child in attributes {
            guard let (key, value) = Self.attribute(child) else { continue }
            if key.lowercased() == "tags" {
                note.tags += OutlineBlock.names(value)
            } else if !ForeignKey.isUsable(key) {
                text.lose(.valueDropped, "the attribute cannot be a property", target: key)
            } else {
                note.add(key, value)
                for id in RoamText.references.ids(in: value) where RoamText.isPlausible(id) || blocks[String(id)] != nil
                {
                    text.lose(.queryKept, "a reference in an attribute stays as it is", target: "((\(id)))")
                }
            }
        }
        let isNumbered = Self.isNumbered(page)
        let blocks = children.dropFirst(attributes.count).map { block($0, text, isNumbered: isNumbered) }
        let tasks = OutlineBlock.tasks(Array(blocks))
        let markdown = OutlineBlock.markdown(Array(blocks))
        let body = ForeignMarkdown.text(markdown, text, &note, wiki: wiki) { address in
            if address.holds("firebasestorage.googleapis.com") || MediaAddress.isMedium(address) {
                text.keepRemote(address)
            }
            return .outside
        }
        text.flatten(tasks: max(0, tasks - note.tasks))
        note.body = body
        text.finish()
        return note
    }

    /// The key and the value of an attribute: `Author:: [[Name]]`.
    private static func attribute(_ block: JSONValue) -> (key: String, value: String)? {
        guard let text = block["string"]?.text, text.holds("::") else { return nil }
        var reader = TextReader(text)
        guard let key = reader.take(1..., where: { !":`[]{}()#".utf8.contains($0) }), reader.skip("::") else {
            return nil
        }
        reader.skipSpace()
        guard !reader.isAtEnd, !reader.rest.utf8.contains(0x0A) else { return nil }
        return (key.trimmedOfSpace, String(reader.rest))
    }

    private func wiki(_ link: MarkdownWikiLink) -> LinkedHTML.Target {
        var target = RoamText.link(to: link.target, address: link.target)
        target.fragment = link.heading ?? ""
        return .note(target)
    }

    // MARK: Blocks

    /// Whether the blocks below a block or a page have numbers.
    private static func isNumbered(_ value: JSONValue) -> Bool {
        let kind = ["children-view-type", ":children/view-type", "view-type"].lazy.compactMap { value[$0]?.text }.first
        return kind == "numbered" || kind == ":numbered"
    }

    private func block(_ value: JSONValue, _ text: ForeignText, isNumbered: Bool) -> OutlineBlock {
        var written = value["string"]?.text ?? ""
        let id = value["uid"]?.text
        var block = OutlineBlock(text: "")
        block.isNumbered = isNumbered
        block.anchor = id.flatMap { referenced.contains($0) ? $0 : nil }
        block.heading = Int(clamping: value["heading"]?.integer ?? 0)
        let children = value["children"]?.elements ?? []
        if Self.isTable(written), !children.isEmpty {
            block.text = table(children, text)
            block.isBlock = true
            return block
        }
        if let task = RoamText.task(written) {
            block.task = task.isDone ? "x" : " "
            written = task.text
        }
        if Self.looksLikeMarkdown(written) { written = "\\" + written }
        block.text = RoamText(text: text, isBlock: { [blocks] in blocks[$0] != nil }, resolve: reference).markdown(
            written)
        block.children = children.map { self.block($0, text, isNumbered: Self.isNumbered(value)) }
        return block
    }

    /// Whether a block, which is plain for Roam, would be a heading or a task in Markdown.
    private static func looksLikeMarkdown(_ text: String) -> Bool {
        if ["[ ] ", "[x] ", "[X] "].contains(where: { text.begins(with: $0) }) { return true }
        var reader = TextReader(text)
        return reader.take(1...6, where: { $0 == UInt8(ascii: "#") }) != nil && reader.skip(" ")
    }

    /// A mark for a link to a block; `nil` if there is no such block.
    private func reference(_ id: String, _ label: String?, _ isEmbed: Bool, _ written: String, _ text: ForeignText)
        -> String?
    {
        guard let target = blocks[id] else { return nil }
        text.notes.balance.find(.links)
        let plain = RoamText.plain(OutlineBlock.words(of: target.text))
        let shown = label ?? (plain.isEmpty ? id : plain)
        return text.notes.mark(
            ForeignLink(
                key: "roam:\(target.page)", title: target.page, fragment: "^\(tables[id] ?? id)",
                wiki: ForeignWikiLink(label: isEmbed ? nil : shown, isEmbed: isEmbed, written: written),
                address: written))
    }

    /// A table, whose rows are paths from its first column to its last.
    private func table(_ rows: [JSONValue], _ text: ForeignText) -> String {
        let writer = RoamText(text: text, isBlock: { [blocks] in blocks[$0] != nil }, resolve: reference)
        func lines(_ block: JSONValue) -> [[String]] {
            let written = (block["string"]?.text ?? "").replacing("\n", with: " ")
            let cell = MarkdownEscapes.cell(writer.markdown(written))
            let children = block["children"]?.elements ?? []
            return children.isEmpty ? [[cell]] : children.flatMap { lines($0) }.map { [cell] + $0 }
        }
        let cells = rows.flatMap { lines($0) }
        let width = cells.map(\.count).max() ?? 1
        func line(_ row: [String]) -> String {
            "| \((row + Array(repeating: "", count: width - row.count)).joined(separator: " | ")) |"
        }
        return
            ([line(cells.first ?? []), "|" + String(repeating: " --- |", count: width)] + cells.dropFirst().map(line))
            .joined(separator: "\n")
    }
}
