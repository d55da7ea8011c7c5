import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// The items of a backup of Standard Notes (version 004).
struct StandardNotesSource: ForeignSource {
    let shown: String
    private let items: [JSONValue]
    private let tags: [String: [String]]
    /// The titles of notes, by their ids.
    private let titles: [String: String]
    private let texts: ForeignTexts

    /// Whether a file has a copy of an item.
    static func isCopy(_ path: String) -> Bool { path.hasPrefix("Items/") || path.holds("/Items/") }

    func owns(_ path: String) -> Bool { texts.has(path) || Self.isCopy(path) }

    init(_ items: [JSONValue], _ texts: ForeignTexts, shown: String) {
        (self.items, self.texts, self.shown) = (items, texts, shown)
        tags = Self.tags(items)
        titles = Dictionary(
            items.compactMap { item -> (String, String)? in
                let title = item["content"]?["title"]?.text?.trimmedOfSpace ?? ""
                return title.isEmpty ? nil : item["uuid"]?.text.map { ($0, title) }
            }
        ) { first, _ in first }
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        notes.loseRest(texts.rest.filter { !owns($0.path) })
        var others: [String: Int] = [:]
        for item in items where item["deleted"]?.isTrue != true {
            switch item["content_type"]?.text {
            case "Note" where Self.isEncrypted(item):
                notes.balance.find(.notes)
                notes.refuse(
                    note: "", place: item["uuid"]?.text ?? "", because: "it is encrypted: export a decrypted backup")
            case "Tag" where Self.isEncrypted(item):
                notes.lose(.encrypted, "a tag cannot be read", place: item["uuid"]?.text ?? "")
            case "Note": try write(item, notes, &bundle)
            case "Tag" where !Self.isUsed(item, items):
                let title = item["content"]?["title"]?.text ?? ""
                notes.lose(.valueDropped, "a tag that no note has", place: item["uuid"]?.text ?? "", target: title)
            case "Tag": break
            case let type?: others[type, default: 0] += 1
            case nil: others["an item without a type", default: 0] += 1
            }
        }
        for (type, count) in others.sorted(by: { $0.key < $1.key }) {
            notes.lose(.partSkipped, "items of another type than notes (\(count))", target: type)
        }
    }

    /// Whether the content of an item is encrypted.
    static func isEncrypted(_ item: JSONValue) -> Bool {
        let start = Array((item["content"]?.text ?? "").utf8.prefix(4))
        return start.count == 4 && start.starts(with: "00".utf8) && ASCII.isDigit(start[2])
            && start[3] == UInt8(ascii: ":")
    }

    /// Whether a note has a tag, or another tag is below it.
    private static func isUsed(_ tag: JSONValue, _ items: [JSONValue]) -> Bool {
        let references = tag["content"]?["references"]?.elements ?? []
        if references.contains(where: { $0["content_type"]?.text != "Tag" }) { return true }
        guard let id = tag["uuid"]?.text else { return false }
        return items.contains { other in
            other["content"]?["parentId"]?.text == id
                || other["content"]?["references"]?.elements.contains {
                    $0["uuid"]?.text == id && $0["content_type"]?.text == "Tag"
                } == true
        }
    }

    /// The tags of notes, by their ids; tags within others have all names.
    private static func tags(_ items: [JSONValue]) -> [String: [String]] {
        var names: [String: String] = [:]
        var parents: [String: String] = [:]
        let all = items.filter { $0["content_type"]?.text == "Tag" && $0["deleted"]?.isTrue != true }
        for tag in all {
            guard let id = tag["uuid"]?.text else { continue }
            names[id] = tag["content"]?["title"]?.text ?? ""
            let parent = tag["content"]?["references"]?.elements.first {
                $0["reference_type"]?.text == "TagToParentTag"
            }
            parents[id] = parent?["uuid"]?.text ?? tag["content"]?["parentId"]?.text
        }
        func name(_ id: String, depth: Int = 0) -> String {
            let own = names[id] ?? ""
            guard depth < 20, let parent = parents[id], names[parent] != nil else { return own }
            return name(parent, depth: depth + 1) + "/" + own
        }
        var found: [String: [String]] = [:]
        for tag in all {
            guard let id = tag["uuid"]?.text else { continue }
            for reference in tag["content"]?["references"]?.elements ?? [] {
                guard let note = reference["uuid"]?.text, reference["content_type"]?.text != "Tag" else { continue }
                found[note, default: []].append(name(id))
            }
        }
        return found
    }

    private func write(_ item: JSONValue, _ notes: ForeignImport, _ bundle: inout NewBundle) throws {
        let content = item["content"]
        let values = content?["appData"]?["org.standardnotes.sn"]
        let id = item["uuid"]?.text ?? ""
        let title = content?["title"]?.text ?? ""
        notes.balance.find(.notes)
        if content?["trashed"]?.isTrue == true || values?["trashed"]?.isTrue == true {
            notes.balance.settle(.notes, .inTrash)
            return notes.lose(.noteTrashed, "the note is in the trash of the source", note: title, place: id)
        }
        let text = content?["text"]?.text ?? ""
        var note = ForeignNote(id: notes.uniqueID("standardnotes", id.isEmpty ? text : id, title))
        note.uuid = UniqueIdentifier(id)
        note.title = title
        note.place = id
        note.keys = ["sn:\(id)"]
        note.created = notes.date(item["created_at"], "created_at", note: title, place: id)
        note.modified =
            notes.date(values?["client_updated_at"], "client_updated_at", note: title, place: id, ScriptDate.read)
            ?? notes.date(item["updated_at"], "updated_at", note: title, place: id)
        note.tags = tags[id] ?? []
        note.isPinned = values?["pinned"]?.isTrue == true
        let foreign = ForeignText(notes, title: title, place: id, count: LinkedHTML.counts)
        for key in ["archived", "locked"] where values?[key]?.isTrue == true {
            note.add(key, typed: "true")
            foreign.lose(.propertyKept, "it is \(key); kept as the property “\(key)”", target: key)
        }
        for key in ["starred", "protected"] where content?[key]?.isTrue == true { note.add(key, typed: "true") }
        note.body = try body(content, foreign, &note, notes, &bundle)
        foreign.finish()
        try notes.write(note, &bundle)
    }

    private func body(
        _ content: JSONValue?, _ text: ForeignText, _ note: inout ForeignNote, _ notes: ForeignImport,
        _ bundle: inout NewBundle
    ) throws -> String {
        let written = (content?["text"]?.text ?? "").withLineFeeds
        let editor = content?["editorIdentifier"]?.text ?? ""
        func code(_ info: String, _ what: String) -> String {
            text.lose(.noteChanged, "\(what) is kept as code", target: editor)
            return MarkdownEscapes.fence(written, info: info).joined(separator: "\n") + "\n"
        }
        switch content?["noteType"]?.text ?? "" {
        case "super" where written.hasPrefix("{"):
            guard let value = try? LooseJSON.read(Array(written.utf8)), let root = value["root"] else {
                return code("json", "a text that cannot be read")
            }
            let document = LexicalText(root) { titles[$0] }
            document.unknown.report(to: text)
            return try html(HTMLElement("div", [], document.nodes), text, &note, notes, &bundle)
        case "super", "markdown": return ForeignMarkdown.text(written + "\n", text, &note) { _ in .outside }
        case "rich-text": return try html(HTMLTree.root(written), text, &note, notes, &bundle)
        case "code": return MarkdownEscapes.fence(written).joined(separator: "\n") + "\n"
        case "authentication": return code("json", "a list of passwords")
        case "spreadsheet": return code("json", "a spreadsheet")
        case "task" where written.hasPrefix("{"):
            guard let tasks = Self.tasks(written) else { return code("json", "a list of tasks") }
            return ForeignMarkdown.text(tasks, text, &note) { _ in .outside }
        case "task": return ForeignMarkdown.text(written + "\n", text, &note) { _ in .outside }
        default:
            if editor.holds("markdown") || editor.holds("simple-task") {
                return ForeignMarkdown.text(written + "\n", text, &note) { _ in .outside }
            }
            return PlainLines.markdown(written, keepsLists: true)
        }
    }

    /// A list of tasks in groups as Markdown; `nil` if it cannot be read.
    private static func tasks(_ written: String) -> String? {
        guard let groups = (try? LooseJSON.read(Array(written.utf8)))?["groups"]?.elements else { return nil }
        let parts = groups.map { group in
            let name = (group["name"]?.text ?? "").trimmedOfSpace
            let lines = (group["tasks"]?.elements ?? []).map { task in
                let words = (task["description"]?.text ?? "").split { $0.isWhitespace }.joined(separator: " ")
                return "- [\(task["completed"]?.isTrue == true ? "x" : " ")] \(MarkdownEscapes.text(words))"
            }
            return (name.isEmpty ? [] : ["## \(MarkdownEscapes.text(name))", ""]) + lines
        }
        return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private func html(
        _ root: HTMLElement, _ text: ForeignText, _ note: inout ForeignNote, _ notes: ForeignImport,
        _ bundle: inout NewBundle
    ) throws -> String {
        let counts = LinkedHTML.counts(root)
        text.notes.balance.find(.links, counts.links)
        text.notes.balance.find(.tables, counts.tables)
        text.notes.balance.find(.tasks, counts.tasks)
        var rules = LinkedHTML(
            text: text,
            resolve: { address in
                if address.hasPrefix("sn-file:") { return .missing }
                guard address.hasPrefix("sn:") else { return .outside }
                return .note(ForeignLink(key: address, address: address))
            })
        rules.dataPictures = try DataPictures.attached(root, notes, &bundle)
        var converter = HTMLMarkdown(rules)
        let body = converter.markdown(root.children)
        note.tables += counts.tables - text.tables
        note.tasks += counts.tasks - text.tasks
        return body
    }
}

/// Dates as scripts of web pages write them: `Tue Aug 29 2023 08:44:38 GMT-0700 (…)`, or in ISO 8601.
enum ScriptDate {
    static func read(_ text: String) -> Timestamp? {
        if let date = Timestamp(asWritten: text) { return date }
        var reader = TextReader(text)
        guard reader.take(3...3, where: ASCII.isLetter) != nil, reader.skip(" "),
            let month = reader.take(3...3, where: ASCII.isLetter), reader.skip(" "),
            let day = reader.take(1...2, where: ASCII.isDigit), reader.skip(" "),
            let year = reader.take(4...4, where: ASCII.isDigit), reader.skip(" "),
            let time = reader.take(8...8, where: { ASCII.isDigit($0) || $0 == UInt8(ascii: ":") }), reader.skip(" GMT"),
            let zone = reader.take(5...5, where: { ASCII.isDigit($0) || "+-".utf8.contains($0) })
        else { return nil }
        return MailDate.read("\(day) \(month) \(year) \(time) \(zone)")
    }
}
