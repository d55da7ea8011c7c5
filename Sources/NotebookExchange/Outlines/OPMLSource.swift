import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookText

/// An outline in OPML: a note with a nested list, or the items of our own export.
struct OPMLSource: ForeignSource {
    /// The type of outlines that are items of a notebook.
    static let itemType = "notebundle-item"

    let shown: String
    /// The folder that it is in.
    private let directory: String
    private let text: DecodedText

    init(_ text: DecodedText, _ place: ImportLocation) {
        (self.text, shown, directory) = (text, place.shown, ExternalPath.parent(of: place.path))
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        let document: OPMLDocument
        do {
            document = try OPMLDocument(Array(notes.wholeText(text).utf8))
        } catch let problem as XMLProblem {
            throw ImportFailure(path: shown, reason: "it is damaged: \(problem)")
        }
        if document.outlines.contains(where: { $0["type"] == Self.itemType }) {
            let lists = document.outlines.map { $0["_attachments"] ?? "" }
            var files = try ListedFiles(lists, below: directory, shown: shown)
            for outline in document.outlines { try writeItem(outline, &files, notes, &bundle) }
            return
        }
        guard !document.outlines.isEmpty else { return }
        notes.balance.find(.notes)
        let title = document.head["title"] ?? ""
        let name = shown.parts(between: "/").last.map(String.init) ?? shown
        let shownTitle = title.isEmpty ? name.replacing(#/\.[A-Za-z]+$/#, with: "") : title
        var note = ForeignNote(id: notes.uniqueID("opml", shownTitle, shownTitle))
        note.isGuessed = true
        note.title = shownTitle
        note.created = date(document.head["dateCreated"], shownTitle, notes)
        note.modified = date(document.head["dateModified"], shownTitle, notes)
        for key in ["ownerName", "ownerEmail", "ownerId"] { note.add(key, document.head[key]) }
        let text = ForeignText(notes, title: shownTitle, place: "", count: LinkedHTML.counts)
        var lines: [String] = []
        var unread = UnreadValues()
        unread.begin(shownTitle, at: "")
        for outline in document.outlines { add(outline, depth: 0, &lines, &note, text, &unread) }
        let windows = ["expansionState", "vertScrollState", "windowTop", "windowLeft", "windowBottom", "windowRight"]
        let read = ["title", "dateCreated", "dateModified", "ownerName", "ownerEmail", "ownerId"]
        for (key, value) in document.head where !(windows + read).contains(key) && !value.isEmpty { unread.add(key) }
        unread.report(of: "outlines", to: notes)
        note.body = lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
        text.finish()
        try notes.write(note, &bundle)
    }

    private func date(_ text: String?, _ title: String, _ notes: ForeignImport) -> Timestamp? {
        guard let text, !text.isEmpty else { return nil }
        if let date = MailDate.read(text) { return date }
        notes.lose(.dateInvalid, "the date is invalid", note: title, target: text)
        return nil
    }

    // MARK: Lists

    /// The attributes that are read, and the kind, which decides only how an address is shown.
    private static let attributes: Set<String> = [
        "text", "title", "url", "htmlurl", "xmlurl", "_note", "note", "description", "_complete", "complete", "_status",
        "iscomment", "type",
    ]

    private func add(
        _ outline: OPMLOutline, depth: Int, _ lines: inout [String], _ note: inout ForeignNote, _ text: ForeignText,
        _ unread: inout UnreadValues
    ) {
        for attribute in outline.attributes
        where !Self.attributes.contains(attribute.name.lowercased()) && !attribute.value.isEmpty {
            unread.add(attribute.name)
        }
        let space = String(repeating: "  ", count: min(depth, 40))
        var mark = "- "
        let state = outline["_complete"] ?? outline["complete"] ?? outline["_status"]
        if let state {
            let isDone = ["true", "checked"].contains(state.lowercased())
            mark += isDone ? "[x] " : "[ ] "
            text.notes.balance.find(.tasks)
            note.tasks += 1
        }
        let shown = line(outline, text)
        // An empty box would be no task.
        let isEmptyTask = shown.isEmpty && state != nil
        let words = isEmptyTask ? "…" : MarkdownEscapes.lineStart(shown)
        lines.append(space + (shown.isEmpty && !isEmptyTask ? "-" : mark + words))
        let remark = outline["_note"] ?? outline["note"] ?? outline["description"] ?? ""
        for part in remark.split(whereSeparator: \.isNewline) {
            if lines.last?.isEmpty == false { lines.append("") }
            lines += [space + "  " + MarkdownEscapes.lineStart(line(String(part), to: [], text)), ""]
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if outline["isComment"]?.lowercased() == "true" {
            text.lose(.noteChanged, "a comment is shown like other outlines", target: outline["text"] ?? "")
        }
        let end = lines.count
        for child in outline.children { add(child, depth: depth + 1, &lines, &note, text, &unread) }
        if end < lines.count, MarkdownEscapes.interruptsNoParagraph(lines[end], after: lines[end - 1]) {
            lines.insert("", at: end)
        }
    }

    /// The text of an outline, which may have markup in HTML, or be a link.
    private func line(_ outline: OPMLOutline, _ text: ForeignText) -> String {
        var addresses: [String] = []
        for address in ["url", "htmlUrl", "xmlUrl"].compactMap({ outline[$0] })
        where !address.isEmpty && !addresses.contains(address) {
            addresses.append(address)
        }
        return line(outline["text"] ?? outline["title"] ?? "", to: addresses, text)
    }

    /// A text in HTML as one line, which leads to an address, with further addresses behind it.
    private func line(_ written: String, to addresses: [String], _ text: ForeignText) -> String {
        let root = HTMLTree.root(written)
        let counts = LinkedHTML.counts(root)
        text.notes.balance.find(.links, counts.links + addresses.count)
        var rules = LinkedHTML(text: text, resolve: { _ in .outside })
        rules.special = { $0.name == "br" ? .lineEnd : .usual }
        var converter = HTMLMarkdown(rules)
        func link(_ address: String, _ nodes: [HTMLNode]) -> HTMLNode {
            .element(HTMLElement("a", [XMLAttribute("href", address)], nodes))
        }
        let isLink = counts.links == 0 && !addresses.isEmpty
        let nodes = isLink ? [link(addresses[0], root.children)] : root.children
        let more = addresses.dropFirst(isLink ? 1 : 0).flatMap { [.text(" "), link($0, [.text($0)])] }
        return converter.line(nodes + more)
    }

    // MARK: Items of our own

    private func writeItem(
        _ outline: OPMLOutline, _ files: inout ListedFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        notes.balance.find(.notes)
        let title = outline["title"] ?? ""
        let written = outline["uuid"] ?? ""
        var note = ForeignNote(id: "opml\0\(written.isEmpty ? title : written)")
        note.uuid = UniqueIdentifier(written)
        note.isGuessed = note.uuid == nil
        note.title = title
        note.type = outline["kind"] == "card" ? .card : .note
        note.folder = (outline["folder"] ?? "").parts(between: "/").map(String.init)
        note.tags = (outline["category"] ?? "").parts(between: ",").map(String.init)
        note.isPinned = outline["pinned"] == "true"
        note.created = date(outline["created"], title, notes)
        note.modified = date(outline["modified"], title, notes)
        let path = outline["path"] ?? ""
        note.keys = ["opml:\(path)"]
        note.addName(ofFile: path)
        let text = ForeignText(notes, title: title, place: path, count: LinkedHTML.counts)
        var listed = try files.attach(outline["_attachments"] ?? "", to: text, notes, &bundle)
        let body = outline["_note"] ?? ""
        let marked = ForeignMarkdown.text(body, text, &note, wiki: { listed.target($0) }) { address in
            if let found = listed.target(address) { return found }
            guard !address.holds(":"), !address.hasPrefix("#") else { return .outside }
            let whole = address.prefix { $0 != "#" }
            let directory = path.parts(between: "/").dropLast().joined(separator: "/")
            guard let target = RelativePath.resolve(PercentEncoding.decode(String(whole)) ?? "", from: directory) else {
                return .outside
            }
            if target.hasPrefix("blobs/") { return .missing }
            return .note(
                ForeignLink(key: "opml:\(target)", fragment: String(address[whole.endIndex...]), address: address))
        }
        note.body = listed.completing(marked, note, text)
        text.finish()
        try notes.write(note, &bundle)
    }
}
