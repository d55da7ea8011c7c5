import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookText

/// The items of an export of Joplin.
final class JoplinSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    private let paths: [String]
    private var items: [String: JoplinItem] = [:]
    /// The tags of notes, by their ids.
    private var tags: [String: [String]] = [:]
    private var noteIDs: Set<String> = []
    /// The attachments in the bundle, by the ids of resources.
    private var attachments: [String: BundlePath] = [:]

    init(_ files: ForeignFiles, _ paths: [String], shown: String) {
        (self.files, self.paths, self.shown) = (files, paths, shown)
    }

    func owns(_ path: String) -> Bool {
        JoplinItem.id(of: path) != nil || path.parts(between: "/").dropLast().last == "resources"
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        var order: [String] = []
        for path in paths {
            let decoded = try files.content(path).map { TextDecoding.text(ofPlain: $0) }
            guard let decoded, let item = JoplinItem(decoded.text) else {
                notes.balance.find(.notes)
                notes.refuse(note: path, place: path, because: "its lines of keys and values are missing or damaged")
                continue
            }
            if decoded.problem?.isFatal == true { notes.balance.find(.notes) }
            guard notes.text(decoded, note: item.title, place: path) != nil else { continue }
            items[item.id] = item
            order.append(item.id)
        }
        readTags(order)
        noteIDs = Set(items.values.filter { $0.type == JoplinItem.Kind.note.rawValue }.map(\.id))
        try attach(notes, &bundle)
        for id in order {
            guard let item = items[id] else { continue }
            switch JoplinItem.Kind(rawValue: item.type) {
            case .note: try write(item, notes, &bundle)
            case .folder:
                notes.keep(folder: folder(item.id))
                guard item.set("icon") != nil else { continue }
                notes.lose(.valueDropped, "the icon of a notebook", place: item.id, target: item.title)
            case .resource, .tag, .noteTag: break
            case nil:
                let what =
                    item.type == "13" ? "an earlier version of a note" : "an item of the unknown kind \(item.type)"
                notes.lose(.partSkipped, what, place: item.id)
            }
        }
    }

    private func readTags(_ order: [String]) {
        for id in order {
            guard let item = items[id], item.type == JoplinItem.Kind.noteTag.rawValue,
                let tag = items[item["tag_id"].lowercased()]
            else { continue }
            tags[item["note_id"].lowercased(), default: []].append(tag.title)
        }
    }

    /// The names of a folder and of those around it.
    private func folder(_ id: String) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        var next = id.lowercased()
        while next != JoplinExport.rootID, let item = items[next], item.type == JoplinItem.Kind.folder.rawValue,
            seen.insert(next).inserted
        {
            names.insert(item.title, at: 0)
            next = item["parent_id"].lowercased()
        }
        return names
    }

    // MARK: Resources

    /// Attaches the resources that notes show.
    private func attach(_ notes: ForeignImport, _ bundle: inout NewBundle) throws {
        var shown: Set<String> = []
        for id in noteIDs { if let item = items[id] { shown.formUnion(Self.ids(in: item.body)) } }
        var byPath: [String: JoplinItem] = [:]
        let resources = items.values.filter { $0.type == JoplinItem.Kind.resource.rawValue }.sorted { $0.id < $1.id }
        let stored = Dictionary(
            files.files.filter { $0.path.parts(between: "/").dropLast().last == "resources" }.map {
                (String($0.name.prefix(32)).lowercased(), $0.path)
            }
        ) { first, _ in first }
        for resource in resources {
            notes.balance.find(.attachments)
            guard shown.contains(resource.id) else {
                notes.balance.settle(.attachments, .dropped)
                notes.lose(.partSkipped, "no note shows this file", place: resource.id, target: resource.title)
                continue
            }
            guard let path = stored[resource.id] else {
                notes.balance.settle(.attachments, .missing)
                notes.lose(
                    .attachmentMissing, "the file is not in the source", place: resource.id, target: resource.title)
                continue
            }
            byPath[path] = resource
        }
        report(unread: Set(paths).union(stored.values.filter { byPath[$0] != nil }), stored, notes)
        try files.each(byPath.keys.sorted()) { path, content in
            guard let resource = byPath[path] else { return }
            attachments[resource.id] = try notes.attach(&bundle) {
                try content.copy($0)
            } name: {
                Self.name(resource)
            }
        }
    }

    /// Reports the files that are neither items nor the resource of one.
    private func report(unread known: Set<String>, _ stored: [String: String], _ notes: ForeignImport) {
        for file in files.files where !known.contains(file.path) {
            guard file.path.parts(between: "/").dropLast().last == "resources" else {
                notes.lose(.partSkipped, "it is not an item of Joplin", place: file.path)
                continue
            }
            let id = String(file.name.prefix(32)).lowercased()
            // The item of a file that no note shows is reported already.
            if items[id]?.type == JoplinItem.Kind.resource.rawValue, stored[id] == file.path { continue }
            notes.balance.find(.attachments)
            notes.balance.settle(.attachments, .dropped)
            notes.lose(.partSkipped, "no item describes this file", place: file.path, target: file.name)
        }
    }

    private static func name(_ resource: JoplinItem) -> String {
        let ending = resource["file_extension"].isEmpty ? "" : ".\(resource["file_extension"])"
        let title = resource.title.isEmpty ? resource["filename"] : resource.title
        if title.isEmpty { return resource.id + ending }
        return title.lowercased().hasSuffix(ending.lowercased()) ? title : title + ending
    }

    /// The ids that a text mentions in addresses.
    private static func ids(in text: String) -> Set<String> {
        var found: Set<String> = []
        var rest = text.utf8[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            var reader = TextReader(Substring(rest[colon...]))
            rest = rest[colon...].dropFirst()
            guard reader.skip(":/"), let id = reader.take(32...32, where: { ASCII.hexadecimalValue($0) != nil }) else {
                continue
            }
            found.insert(id.lowercased())
        }
        return found
    }

    // MARK: Notes

    private func write(_ item: JoplinItem, _ notes: ForeignImport, _ bundle: inout NewBundle) throws {
        notes.balance.find(.notes)
        guard item["encryption_applied"] != "1" else {
            return notes.refuse(
                note: item.title, place: item.id, because: "it is encrypted: decrypt it in Joplin first")
        }
        guard item.set("deleted_time") == nil else {
            notes.balance.settle(.notes, .inTrash)
            return notes.lose(
                .noteTrashed, "the note is in the trash of the source", note: item.title, place: item.id)
        }
        var note = ForeignNote(id: "jex\0\(item.id)")
        note.isIdentified = true
        note.uuid = Self.uuid(item.id)
        note.keys = ["jex:\(item.id)"]
        note.title = item.title
        note.place = item.id
        note.folder = folder(item["parent_id"])
        note.created = item.date("user_created_time", "created_time")
        note.modified = item.date("user_updated_time", "updated_time")
        for key in ["user_created_time", "user_updated_time"] where item.set(key) != nil && item.date(key) == nil {
            notes.lose(
                .dateInvalid, "the date “\(key)” is invalid", note: item.title, place: item.id, target: item[key])
        }
        note.tags = tags[item.id] ?? []
        addProperties(of: item, to: &note)
        if item["is_conflict"] == "1" {
            notes.lose(.noteChanged, "it is a copy that Joplin kept of a conflict", note: item.title, place: item.id)
            note.add("conflict", typed: "true")
        }
        let text = ForeignText(notes, title: item.title, place: item.id, count: LinkedHTML.counts)
        if let data = item.set("user_data"), data != "{}" {
            text.lose(.valueDropped, "what plug-ins of Joplin stored", target: "user_data")
        }
        note.body =
            item["markup_language"] == "2"
            ? html(item.body, text, &note, notes)
            : ForeignMarkdown.text(item.body, text, &note, hasWikiLinks: item.isOurs, target)
        note.headings = Self.repeatedHeadings(of: note.body)
        text.finish()
        try notes.write(note, &bundle)
    }

    /// The headings whose text another one before has, by the names that Joplin gives them: the second is `text-2`.
    private static func repeatedHeadings(of body: String) -> [String: ForeignHeading] {
        guard body.utf8.count(where: { $0 == UInt8(ascii: "#") }) > 1 else { return [:] }
        var counts: [String: Int] = [:]
        var found: [String: ForeignHeading] = [:]
        for heading in MarkdownDocument(Array(body.utf8)).headings() {
            counts[heading.text, default: 0] += 1
            guard let number = counts[heading.text], number > 1 else { continue }
            var slugs = MarkdownAnchors()
            let name = slugs.addHeading(heading.text, level: heading.level)
            found["\(name)-\(number)"] = ForeignHeading(text: heading.text, number: number)
        }
        return found
    }

    /// The uuid that the digits of an id spell.
    private static func uuid(_ id: String) -> UniqueIdentifier? {
        var rest = id[...]
        let parts = [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        return UniqueIdentifier(parts.joined(separator: "-"))
    }

    private func addProperties(of item: JoplinItem, to note: inout ForeignNote) {
        if item["application_data"].hasPrefix(JoplinItem.cardData) {
            note.type = .card
            let words = item["application_data"].split(separator: " ")
            if words.contains("reversed") { note.add("reversed", typed: "true") }
            if !words.contains("titled") { note.title = nil }
        }
        for key in ["author", "source_url"] { note.add(key, item.set(key)) }
        for key in ["latitude", "longitude", "altitude"] { note.add(key, typed: item.set(key)) }
        guard item["is_todo"] == "1" else { return }
        note.add("todo", typed: "true")
        for key in ["todo_due", "todo_completed"] {
            guard let milliseconds = item.set(key).flatMap({ Int64($0) }) else { continue }
            let seconds = Timestamp(clamping: milliseconds / 1000).description.dropLast()
            let rest = String(milliseconds % 1000 + 1000).dropFirst()
            note.add(key, "\(seconds).\(rest)Z")
        }
    }

    /// What an address in a text leads to.
    private func target(_ address: String) -> LinkedHTML.Target {
        guard address.hasPrefix(":/"), JoplinItem.isID(address.dropFirst(2).prefix(32)) else { return .outside }
        let id = address.dropFirst(2).prefix(32).lowercased()
        if let path = attachments[id], let resource = items[id] { return .attachment(path, name: Self.name(resource)) }
        if items[id]?.type == JoplinItem.Kind.resource.rawValue { return .missing }
        return .note(ForeignLink(key: "jex:\(id)", fragment: String(address.dropFirst(34)), address: address))
    }

    private func html(
        _ body: String, _ text: ForeignText, _ note: inout ForeignNote, _ notes: ForeignImport
    ) -> String {
        let root = HTMLTree.root(body)
        let counts = LinkedHTML.counts(root)
        notes.balance.find(.links, counts.links)
        notes.balance.find(.tables, counts.tables)
        notes.balance.find(.tasks, counts.tasks)
        var converter = HTMLMarkdown(LinkedHTML(text: text, resolve: target))
        let markdown = converter.markdown(root.children)
        note.tables = counts.tables - text.tables
        note.tasks = counts.tasks - text.tasks
        return markdown
    }
}
