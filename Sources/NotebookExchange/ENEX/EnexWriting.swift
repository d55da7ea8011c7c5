import ForeignData
import NotebookFormat
import NotebookText

/// Makes an item of a note of Evernote.
struct EnexWriting {
    private let note: EnexNote
    private let notes: ForeignFindings
    private let folder: [String]

    init(_ note: EnexNote, _ notes: ForeignFindings, folder: [String]) {
        (self.note, self.notes, self.folder) = (note, notes, folder)
    }

    /// The item.
    ///
    /// - Parameters:
    ///   - id: What tells it apart from all other notes.
    ///   - pictures: The attachments made of pictures that it contains.
    func item(_ id: String, _ pictures: [String: BundlePath?]) -> ForeignNote {
        var result = ForeignNote(id: id)
        result.title = note.title
        result.folder = folder
        result.place = note.place
        result.tags = note.tags
        result.created = date(note.created, "created")
        result.modified = date(note.updated, "updated")
        addAttributes(to: &result)
        result.isGuessed = true
        if note.isTooLong {
            lose(.noteLost, "the text is left out, as it has more than \(EnexReader.maximumContent >> 20) MiB")
        } else if note.content == nil {
            lose(.noteChanged, "the note has no element “content”, and so no text")
        }
        let root = HTMLTree.root(note.content ?? "")
        let counts = EnexText.counts(root)
        notes.balance.find(.links, counts.links)
        notes.balance.find(.tasks, counts.tasks)
        notes.balance.find(.tables, counts.tables)
        let text = ForeignText(notes, title: note.title, place: note.place) { EnexText.counts($0) }
        var converter = HTMLMarkdown(EnexText(text, note.resources, taskGroups(), pictures))
        if result.type == .card, let sides = Self.sides(root) {
            let front = converter.markdown(sides.front)
            let back = converter.markdown(sides.back) + converter.rules.rest()
            result.body = String(
                decoding: CardBody.text(front: Array(front.utf8), back: Array(back.utf8)), as: UTF8.self)
        } else {
            let body = converter.markdown(root.children)
            let rest = converter.rules.rest()
            result.body = body.isEmpty ? String(rest.drop { $0 == "\n" }) : body + rest
        }
        text.finish()
        result.tasks = counts.tasks + note.tasks.count - text.tasks
        result.tables = counts.tables - text.tables
        return result
    }

    private func lose(_ code: ImportLoss.Code, _ text: String, target: String = "") {
        notes.lose(code, text, note: note.title, place: note.place, target: target)
    }

    private func date(_ text: String, _ name: String) -> Timestamp? {
        guard !text.isEmpty else { return nil }
        guard let date = EnexNote.date(text) else {
            lose(.dateInvalid, "the date “\(name)” is invalid", target: text)
            return nil
        }
        return date
    }

    private func addAttributes(to result: inout ForeignNote) {
        var data: [PropertyScalar] = []
        for (name, key, value) in note.attributes where !value.isEmpty || key == EnexText.folderKey {
            switch name {
            case "reminder-order" where value == "0": continue
            case "application-data":
                if !readOwn(key, value, &result) { data.append(PropertyScalar(text: "\(key ?? "")=\(value)")) }
            case _ where name.hasSuffix("-time") || name.hasSuffix("-date"):
                guard let date = EnexNote.date(value) else {
                    lose(.dateInvalid, "the date “\(name)” is invalid", target: value)
                    result.add(name, value)
                    continue
                }
                result.add(name, "\(date)")
            case "latitude", "longitude", "altitude": result.add(name, typed: value)
            default: result.add(name, value)
            }
        }
        if !data.isEmpty { result.properties.append(("application-data", .list(data))) }
    }

    /// Reads application data of our own exports; false for others.
    private func readOwn(_ key: String?, _ value: String, _ result: inout ForeignNote) -> Bool {
        switch key {
        case EnexText.uuidKey:
            result.uuid = UniqueIdentifier(value)
            result.keys.append("enex:\(value)")
        case EnexText.folderKey: result.folder = value.split(separator: "/").map(String.init)
        case EnexText.kindKey:
            result.type = .card
            let words = value.split(separator: " ")
            if words.contains("reversed") { result.add("reversed", typed: "true") }
            if !words.contains("titled") { result.title = nil }
        default: return false
        }
        return true
    }

    /// The sides of a card, between which is the first line.
    private static func sides(_ root: HTMLElement) -> (front: [HTMLNode], back: [HTMLNode])? {
        let nodes = root.elements.first { $0.name == "en-note" }?.children ?? root.children
        let line = nodes.firstIndex { if case .element(let element) = $0 { element.name == "hr" } else { false } }
        return line.map { (Array(nodes[..<$0]), Array(nodes[($0 + 1)...])) }
    }

    /// The tasks beside the text, by their groups and in their order.
    private func taskGroups() -> [(id: String, tasks: [(isDone: Bool, text: String)])] {
        var order: [String] = []
        var groups: [String: [EnexTask]] = [:]
        for task in note.tasks {
            if groups[task.group] == nil { order.append(task.group) }
            groups[task.group, default: []].append(task)
        }
        return order.map { id in
            let sorted = (groups[id] ?? []).enumerated().sorted {
                ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset)
            }
            return (id, sorted.map { ($0.element.isDone, text(of: $0.element)) })
        }
    }

    /// A task as Obsidian's Tasks writes it.
    private func text(of task: EnexTask) -> String {
        var text = MarkdownEscapes.text(task.title)
        if task.isFlagged { text += " ⏫" }
        for reminder in task.reminders {
            guard let date = EnexNote.date(reminder) else {
                lose(.dateInvalid, "the reminder of a task is invalid", target: reminder)
                continue
            }
            text += " ⏰ \(date)"
        }
        if !task.due.isEmpty {
            if let date = EnexNote.date(task.due) {
                text += " 📅 \(notes.day(of: date, in: task.timeZone, note: note.title, place: note.place))"
            } else {
                lose(.dateInvalid, "the due date of a task is invalid", target: task.due)
            }
        }
        return text
    }
}
