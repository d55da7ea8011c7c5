import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// Reads notes of Google Keep, each of which is an object of JSON.
final class KeepReader: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    /// The files that are known to be notes.
    private var known: Set<String>
    /// Whether one file is read, and what is beside it belongs to others.
    private let isOne: Bool
    /// The folders of the notes.
    private var folders: Set<String>
    /// The files that may be attachments, by their paths up to the first full stop of their names.
    private lazy var byStem = Dictionary(grouping: files.files.filter(Self.mayBeAttached)) { file in
        Self.stem(file.path)
    }

    init(_ files: ForeignFiles, known: Set<String>, isOne: Bool, shown: String) {
        (self.files, self.known, self.isOne, self.shown) = (files, known, isOne, shown)
        folders = Set(known.map(Self.folder))
    }

    private static func mayBeAttached(_ file: ForeignFiles.File) -> Bool {
        let name = file.name.lowercased()
        return !name.hasSuffix(".json") && !name.hasSuffix(".html")
    }

    /// A path up to the first full stop of its name.
    private static func stem(_ path: String) -> String {
        start(path) + ForeignFiles.name(of: path).prefix { $0 != "." } + "."
    }

    /// A path up to its name.
    private static func start(_ path: String) -> String { String(path.dropLast(ForeignFiles.name(of: path).count)) }

    /// Takes another part of an export that Takeout split: its files may be those of notes here.
    ///
    /// Two exports of the same notes are no parts of one.
    func takes(_ other: any ForeignSource) -> Bool {
        if let media = other as? LooseMedia {
            guard !isOne, shows(media.files) else { return false }
            files.add(media.files)
            return true
        }
        guard !isOne, let other = other as? KeepReader, !other.isOne, known.isDisjoint(with: other.known),
            !folders.isDisjoint(with: other.folders)
        else { return false }
        files.add(other.files)
        known.formUnion(other.known)
        folders.formUnion(other.folders)
        return true
    }

    /// Whether a note here shows one of some files: Takeout splits by size, so that the last parts may have only media.
    private func shows(_ media: ForeignFiles) -> Bool {
        let media = Set(media.files.filter(Self.mayBeAttached).map { Self.stem($0.path) })
        return !media.isEmpty
            && known.contains { path in
                guard let bytes = try? files.content(path), let value = try? LooseJSON.read(bytes) else {
                    return false
                }
                return Self.attachments(of: value).contains { media.contains(Self.stem(Self.start(path) + $0.name)) }
            }
    }

    private static func folder(_ path: String) -> String {
        path.parts(between: "/").dropLast().joined(separator: "/")
    }

    /// Whether a text is a note, by its keys.
    static func isNote(_ bytes: [UInt8]) -> Bool {
        let start = bytes.first { $0 > 0x20 && $0 < 0x80 }
        guard start == UInt8(ascii: "{") else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.holds("\"userEditedTimestampUsec\"") && text.holds("\"isTrashed\"")
    }

    func owns(_ path: String) -> Bool {
        let isOther = [".md", ".markdown", ".zip"].contains { path.lowercased().hasSuffix($0) }
        return !isOther && folders.contains(Self.folder(path))
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        var used = known
        var rest: [ForeignFiles.File] = []
        for file in files.files where isOne ? known.contains(file.path) : true {
            notes.begin(files.shown(of: file.path))
            // What is beside notes, and cannot be read, was one.
            guard folders.contains(file.directory),
                known.contains(file.path) || file.path.lowercased().hasSuffix(".json")
            else {
                rest.append(file)
                continue
            }
            guard let value = try value(file.path, notes) else { continue }
            guard known.contains(file.path) || Self.isNote(value) else {
                rest.append(file)
                continue
            }
            notes.balance.find(.notes)
            used.insert(file.path)
            try write(value, file.path, notes, &bundle, &used)
        }
        for file in rest where !used.contains(file.path) {
            let isTwin = file.path.lowercased().hasSuffix(".html") && used.contains(file.path.dropLast(5) + ".json")
            notes.begin(files.shown(of: file.path))
            if !isTwin { notes.lose(.partSkipped, "it is not a note, and no note shows it", place: file.path) }
        }
    }

    /// The value of a file; `nil` if it cannot be read, which is reported.
    private func value(_ path: String, _ notes: ForeignImport) throws -> JSONValue? {
        guard let bytes = try files.content(path) else {
            notes.balance.find(.notes)
            notes.refuse(note: path, place: path, because: files.obstacle(path))
            return nil
        }
        do throws(TextProblem) {
            return try LooseJSON.read(bytes)
        } catch {
            notes.balance.find(.notes)
            notes.refuse(note: path, place: path, because: "not valid JSON: \(error.message)")
            return nil
        }
    }

    /// Whether a value is a note, by its keys.
    private static func isNote(_ value: JSONValue) -> Bool {
        value["textContent"]?.text != nil || value["listContent"] != nil || value["isTrashed"] != nil
    }

    private func date(
        _ key: String, _ value: JSONValue, _ title: String, _ path: String, _ notes: ForeignImport
    ) -> Timestamp? {
        guard let value = value[key] else { return nil }
        // Some programs write the number as a text.
        let written = value.integer ?? value.text.flatMap { Int64($0) }
        if let written, written > 0, let date = Timestamp(secondsSince1970: written / 1_000_000) { return date }
        if let date = value.text.flatMap({ Timestamp(asWritten: $0) }) { return date }
        if written == 0 { return nil }
        notes.lose(
            .dateInvalid, "the date “\(key)” is invalid", note: title, place: path,
            target: value.text ?? written.map { "\($0)" } ?? "")
        return nil
    }

    private func write(
        _ value: JSONValue, _ path: String, _ notes: ForeignImport, _ bundle: inout NewBundle,
        _ used: inout Set<String>
    ) throws {
        let title = (value["title"]?.text ?? "").trimmedOfSpace
        if value["isTrashed"]?.isTrue == true {
            notes.balance.settle(.notes, .inTrash)
            used.formUnion(attached(value, path).compactMap(\.path))
            return notes.lose(.noteTrashed, "the note is in the trash of the source", note: title, place: path)
        }
        let created = value["createdTimestampUsec"]
        var note = ForeignNote(id: notes.uniqueID("keep", created?.integer.map { "\($0)" } ?? path, title))
        // No two notes are made in one microsecond.
        note.isGuessed = created == nil
        note.title = title
        note.place = path
        note.created = date("createdTimestampUsec", value, title, path, notes)
        note.modified = date("userEditedTimestampUsec", value, title, path, notes)
        note.tags = (value["labels"]?.elements ?? []).compactMap { $0["name"]?.text }
        note.isPinned = value["isPinned"]?.isTrue == true
        let text = ForeignText(notes, title: title, place: path, count: LinkedHTML.counts)
        if value["isArchived"]?.isTrue == true {
            note.add("archived", typed: "true")
            text.lose(.propertyKept, "it is archived; kept as the property “archived”", target: "archived")
        }
        if let color = value["color"]?.text, color != "DEFAULT" {
            note.add("color", color)
            text.lose(.propertyKept, "it has the colour \(color); kept as the property “color”", target: "color")
        }
        let people = (value["sharees"]?.elements ?? []).compactMap { $0["email"]?.text }
        if !people.isEmpty {
            note.properties.append(("sharees", .list(people.map { PropertyScalar(text: $0) })))
            text.lose(
                .propertyKept, "it is shared (with how many people: \(people.count)); kept as the property “sharees”",
                target: "sharees")
        }
        var unread = UnreadValues()
        unread.add(value, besides: Self.keys)
        for link in value["annotations"]?.elements ?? [] {
            unread.add(link, besides: ["url", "title", "source"], start: "annotations.")
        }
        for name in unread.names { text.lose(.valueDropped, "the value “\(name)”", target: name) }
        note.body = try body(value, text, &note, notes, &bundle, &used)
        text.finish()
        try notes.write(note, &bundle)
    }

    /// The keys of a note that are read.
    private static let keys: Set<String> = [
        "title", "textContent", "textContentHtml", "listContent", "labels", "isPinned", "isArchived", "isTrashed",
        "color",
        "createdTimestampUsec", "userEditedTimestampUsec", "attachments", "annotations", "sharees",
    ]

    private func body(
        _ value: JSONValue, _ text: ForeignText, _ note: inout ForeignNote, _ notes: ForeignImport,
        _ bundle: inout NewBundle, _ used: inout Set<String>
    ) throws -> String {
        var parts: [String] = []
        if let html = value["textContentHtml"]?.text, Self.isFormatted(html) {
            parts.append(markdown(html, text, &note))
        } else if let plain = value["textContent"]?.text, !plain.isEmpty {
            parts.append(PlainLines.markdown(plain))
        }
        let items = value["listContent"]?.elements ?? []
        if !items.isEmpty {
            text.notes.balance.find(.tasks, items.count)
            note.tasks += items.count
            let lines = items.map { item in
                let words = (item["text"]?.text ?? "").split { $0.isNewline }.joined(separator: " ")
                let depth = Int(clamping: item["indent"]?.integer ?? item["indentLevel"]?.integer ?? 0)
                let mark = "- [\(item["isChecked"]?.isTrue == true ? "x" : " ")] "
                return String(repeating: "  ", count: min(max(depth, 0), 8)) + mark + MarkdownEscapes.text(words)
            }
            parts.append(lines.joined(separator: "\n") + "\n")
        }
        parts += try attachments(value, text, notes, &bundle, &used)
        let links = (value["annotations"]?.elements ?? []).compactMap { annotation -> String? in
            guard let address = annotation["url"]?.text, !address.isEmpty else { return nil }
            text.notes.balance.find(.links)
            let title = annotation["title"]?.text ?? ""
            let shown = MarkdownEscapes.text(title.isEmpty ? address : title, inLink: true)
            guard let target = text.external(address) else { return "- \(shown)" }
            return "- [\(shown)](\(MarkdownEscapes.destination(target)))"
        }
        if !links.isEmpty { parts.append(links.joined(separator: "\n") + "\n") }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Whether a text has more than paragraphs.
    private static func isFormatted(_ html: String) -> Bool {
        var isFormatted = false
        HTMLTree.root(html).forEach { element in
            let style = element.style
            let weight = style["font-weight"].flatMap { Int($0) } ?? 400
            if ["b", "strong", "i", "em", "u", "s", "h1", "h2", "h3", "ul", "ol", "table", "a"].contains(element.name)
                || weight >= 600 || style["font-style"] == "italic"
                || style["text-decoration"].map({ $0 != "none" }) == true
            {
                isFormatted = true
            }
        }
        return isFormatted
    }

    private func markdown(_ html: String, _ text: ForeignText, _ note: inout ForeignNote) -> String {
        let root = HTMLTree.root(html)
        let counts = LinkedHTML.counts(root)
        text.notes.balance.find(.links, counts.links)
        text.notes.balance.find(.tables, counts.tables)
        text.notes.balance.find(.tasks, counts.tasks)
        var converter = HTMLMarkdown(LinkedHTML(text: text, resolve: { _ in .outside }))
        let body = converter.markdown(root.children)
        note.tables += counts.tables - text.tables
        note.tasks += counts.tasks - text.tasks
        return body
    }

    private func attachments(
        _ value: JSONValue, _ text: ForeignText, _ notes: ForeignImport, _ bundle: inout NewBundle,
        _ used: inout Set<String>
    ) throws -> [String] {
        var shown: [String] = []
        for (name, type, path) in attached(value, text.place) {
            text.notes.balance.find(.attachments)
            guard let path else {
                text.notes.balance.settle(.attachments, .missing)
                text.lose(.attachmentMissing, "the file is not in the source", target: name)
                shown.append(MarkdownEscapes.text("[missing \(name)]") + "\n")
                continue
            }
            let blob = try notes.attach(&bundle) {
                try files.copy(path, $0)
            } name: {
                name
            }
            used.insert(path)
            guard let blob else {
                shown.append(MarkdownEscapes.text("[damaged \(name)]") + "\n")
                continue
            }
            let isEmbedded = ["image/", "audio/", "video/"].contains { type.hasPrefix($0) }
            shown.append(text.shown(blob, name: name, isEmbedded: isEmbedded) + "\n")
        }
        return shown
    }

    /// The attachments of a note with their files, which may be missing.
    private func attached(_ value: JSONValue, _ place: String) -> [(name: String, type: String, path: String?)] {
        Self.attachments(of: value).map { ($0.name, $0.type, file(Self.start(place), $0.name)) }
    }

    private static func attachments(of value: JSONValue) -> [(name: String, type: String)] {
        (value["attachments"]?.elements ?? []).compactMap { attachment in
            attachment["filePath"]?.text.map { ($0, attachment["mimetype"]?.text ?? "") }
        }
    }

    /// The file of an attachment: with its exact name, or with another ending, which Keep sometimes gets wrong.
    private func file(_ directory: String, _ name: String) -> String? {
        if files.has(directory + name) { return directory + name }
        let found = byStem[Self.stem(directory + name)] ?? []
        return found.count == 1 ? found[0].path : nil
    }
}
