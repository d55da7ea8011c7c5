import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookText

/// The blocks of all pages, by which links name them, and the notes that are made of pages.
struct LogseqGraph: Sendable {
    private let settings: LogseqSettings
    /// The attachments by their paths from the folder of the graph, composed.
    private let attachments: [String: BundlePath]
    /// The pages of named blocks, and their first lines.
    private var blocks: [String: (page: String, text: String)] = [:]
    private var referenced: Set<String> = []

    init(_ pages: [LogseqPage], _ settings: LogseqSettings, attachments: [String: BundlePath]) {
        (self.settings, self.attachments) = (settings, attachments)
        for page in pages { for block in page.blocks { index(block, page.title) } }
    }

    private mutating func index(_ block: LogseqPage.Block, _ page: String) {
        if let id = block.property("id") { blocks[id] = (page, block.lines.first ?? "") }
        for line in block.lines { referenced.formUnion(Self.references.ids(in: line).map(String.init)) }
        for child in block.children { index(child, page) }
    }

    // MARK: Pages

    /// The note of a page.
    func note(_ page: LogseqPage, _ notes: ForeignFindings) -> ForeignNote {
        let (title, path) = (page.title, page.path)
        let day = path.hasPrefix("journals/") ? DailyTitle.day(title) : nil
        var note = ForeignNote(id: "logseq\0\(title.lowercased())")
        note.isGuessed = true
        note.title = day ?? title
        note.folder = day == nil ? [] : NoteLocations().dailyFolder.components.map(String.init)
        note.place = path
        note.keys = ["logseq:\(title.lowercased())"]
        if let date = day.flatMap({ CalendarDate(text: $0) }) {
            note.keys.append("logseq:\(DailyTitle.text(date, settings.journalTitle).lowercased())")
        }
        let text = ForeignText(notes, title: day ?? title, place: path, count: LinkedHTML.counts)
        for (key, value) in page.properties where key != "title" && !value.isEmpty {
            switch key {
            case "tags": note.tags += OutlineBlock.names(value)
            case "alias":
                let aliases = OutlineBlock.names(value)
                note.keys += aliases.map { "logseq:\($0.lowercased())" }
                note.properties.append(("aliases", .list(aliases.map { PropertyScalar(text: $0) })))
            case "created-at", "updated-at":
                guard let date = Int64(value).map({ Timestamp(clamping: $0 / 1000) }) else {
                    text.lose(.dateInvalid, "the date “\(key)” is invalid", target: value)
                    continue
                }
                if key == "created-at" { note.created = date } else { note.modified = date }
            default:
                if !ForeignKey.isUsable(key) {
                    text.lose(.valueDropped, "its key cannot be that of a property", target: key)
                } else if Self.isPlain(value) {
                    note.add(key, typed: value)
                } else {
                    note.add(key, value)
                }
            }
        }
        let blocks = page.blocks.map { block($0, text) }
        let tasks = OutlineBlock.tasks(blocks)
        note.body = ForeignMarkdown.text(OutlineBlock.markdown(blocks), text, &note, wiki: wiki) { address in
            target(address, text)
        }
        text.flatten(tasks: max(0, tasks - note.tasks))
        text.finish()
        return note
    }

    /// Whether a value is a number or a word without links.
    private static func isPlain(_ value: String) -> Bool {
        if value == "true" || value == "false" { return true }
        var reader = TextReader(value)
        _ = reader.skip("-")
        guard reader.take(1..., where: ASCII.isDigit) != nil else { return false }
        if reader.skip("."), reader.take(1..., where: ASCII.isDigit) == nil { return false }
        return reader.isAtEnd
    }

    private func wiki(_ link: MarkdownWikiLink) -> LinkedHTML.Target {
        .note(Self.link(to: link.target, fragment: link.heading ?? ""))
    }

    /// A link to a page.
    private static func link(to page: String, fragment: String = "") -> ForeignLink {
        ForeignLink(
            key: "logseq:\(page.lowercased())", title: DailyTitle.day(page) ?? page, fragment: fragment, address: page)
    }

    private func target(_ address: String, _ text: ForeignText) -> LinkedHTML.Target {
        let path = address.prefix { $0 != "#" && $0 != "?" }
        if let start = path.place(of: "assets/"), !path.holds("://") {
            let name = String(path[start.lowerBound...])
            let decoded = PercentEncoding.decode(name) ?? name
            if let blob = attachments[decoded.composed] ?? attachments[name.composed] {
                return .attachment(blob, name: decoded.parts(between: "/").last.map(String.init) ?? decoded)
            }
            return .missing
        }
        if MediaAddress.isMedium(address) { text.keepRemote(address) }
        return .outside
    }

    // MARK: Blocks

    private static let states: [String: Character] = [
        "TODO": " ", "DOING": "/", "LATER": " ", "NOW": "/", "WAITING": " ", "WAIT": " ", "IN-PROGRESS": "/",
        "DONE": "x", "CANCELED": "-", "CANCELLED": "-",
    ]
    /// States that no mark of a task says.
    private static let unmarked: Set<Substring> = ["WAITING", "WAIT"]
    /// Properties of blocks that mean nothing elsewhere.
    private static let silent: Set<String> = ["id", "collapsed", "logseq.order-list-type", "created-at", "updated-at"]

    private func block(_ source: LogseqPage.Block, _ text: ForeignText) -> OutlineBlock {
        var lines = source.lines
        var block = OutlineBlock(text: "")
        block.isBlock = !source.isBullet
        if let first = lines.first, source.isBullet,
            case let word = first.drop(while: { $0 == " " }).prefix(while: { $0 != " " }),
            let state = Self.states[String(word)]
        {
            block.task = state
            if Self.unmarked.contains(word) { text.lose(.valueDropped, "the state of a task", target: String(word)) }
            lines[0] = first[word.endIndex...].trimmedOfSpace
        }
        for drawer in LogseqMarkup.drawers(in: &lines) {
            text.lose(.valueDropped, "the times spent on a task", target: drawer)
        }
        if block.task != nil {
            let fields = LogseqMarkup.fields(in: &lines, as: .emoji)
            if !fields.isEmpty { lines[0] = ([lines[0]] + fields).joined(separator: " ").trimmedOfSpace }
        }
        for line in lines where LogseqMarkup.isPlanned(line) {
            text.lose(.queryKept, "it stays as it is written", target: line.trimmedOfSpace)
        }
        lines = LogseqMarkup.replacingBlocks(in: lines)
        block.isNumbered = source.property("logseq.order-list-type") == "number"
        block.anchor = source.property("id").flatMap { referenced.contains($0) ? $0 : nil }
        let kept = source.properties.filter { !Self.silent.contains($0.key) }
        // A property stood where the text begins.
        if lines.first == "", source.isBullet, block.task == nil, lines.count > 1 || !kept.isEmpty {
            lines.removeFirst()
        }
        lines += kept.map { "\($0.key):: \($0.value)" }
        if !kept.isEmpty {
            text.lose(.propertyKept, "properties of a block stay text", target: kept.map(\.key).joined(separator: ", "))
        }
        block.text = markdown(lines.joined(separator: "\n"), text)
        block.children = source.children.map { self.block($0, text) }
        return block
    }

    private func markdown(_ written: String, _ text: ForeignText) -> String {
        var isFenced = false
        return written.parts(between: "\n", omittingEmpty: false).map { line in
            let isFence = line.drop(while: { $0 == " " }).hasPrefix("```")
            if isFence { isFenced.toggle() }
            if isFence || isFenced { return String(line) }
            if let begin = LogseqMarkup.begin(line) {
                text.lose(.queryKept, "it stays as it is written", target: begin.name)
            }
            guard line.utf8.contains(UInt8(ascii: "`")) else { return prose(String(line), text) }
            return line.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, piece in
                index % 2 == 1 ? "`\(piece)`" : prose(String(piece), text)
            }.joined()
        }.joined(separator: "\n")
    }

    private func prose(_ written: String, _ text: ForeignText) -> String {
        let nested = OutlineBlock.nestedLinks(in: written) { page, words, written in
            text.mark(Self.link(to: page), words: words, written)
        }
        let written = LogseqMarkup.bracketed(nested)
        guard ["((", "{{", "#[[", "]([[", "^^", "){:"].contains(where: written.holds) else { return written }
        // Each reference once: as an embed, with a text of its own, or alone.
        let sized = LogseqMarkup.sizes(in: OutlineBlock.highlights(in: OutlineBlock.namedLinks(in: written)))
        var result = Self.references.replaced(in: sized) { found, written in
            reference(String(found.id), found.label.map(String.init), found.isEmbed, String(written), text)
        }
        result = result.replacingSpans(from: "{{", to: "}}") { content in
            if let shown = Self.shown(content) { return shown }
            // An embed of a block that is missing is reported as a link.
            if !content.holds("\n"), !content.hasPrefix("embed ((") {
                text.lose(.queryKept, "it stays as it is written", target: "{{\(content)}}")
            }
            return nil
        }
        return BlockReferences.withLinkedTags(result)
    }

    /// References to blocks, whose ids are uuids.
    private static let references = BlockReferences(
        isInID: { ASCII.hexadecimalValue($0) != nil || $0 == UInt8(ascii: "-") }, length: 36...36, lengthAlone: 36...36,
        readEmbed: { $0.skip("embed ") })

    /// What shows a page, or a film on the web, in Markdown; `nil` for other content of braces.
    private static func shown(_ content: Substring) -> String? {
        var reader = TextReader(content)
        guard let name = reader.take(1..., where: ASCII.isLetter), reader.skip(" ") else { return nil }
        let value = reader.rest.trimmedOfSpace
        guard reader.rest.first?.isWhitespace == false else { return nil }
        switch name {
        case "embed": return OutlineBlock.isWikiLink(value) ? "!\(value)" : nil
        case "video", "youtube", "tweet", "twitter", "bilibili": return OutlineBlock.isOnWeb(value) ? "<\(value)>" : nil
        default: return nil
        }
    }

    private func reference(
        _ id: String, _ label: String?, _ isEmbed: Bool, _ written: String, _ text: ForeignText
    ) -> String {
        text.notes.balance.find(.links)
        guard let target = blocks[id] else {
            text.notes.balance.settle(.links, .unresolved)
            text.lose(.linkUnresolved, "no block has this id", target: written)
            return written
        }
        let words = OutlineBlock.words(of: target.text).utf8.filter { !"[]|`*#".utf8.contains($0) }
        let plain = String(decoding: words, as: UTF8.self).trimmedOfSpace
        let shown = label ?? (plain.isEmpty ? target.page : plain)
        return text.notes.mark(
            ForeignLink(
                key: "logseq:\(target.page.lowercased())", title: target.page, fragment: "^\(id)",
                wiki: ForeignWikiLink(label: isEmbed ? nil : shown, isEmbed: isEmbed, written: written),
                address: written))
    }
}
