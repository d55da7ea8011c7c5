import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookText

/// The bundles of a source (textbundle.org, version 2).
struct TextBundleSource: ForeignSource {
    /// The key of the values that our exports add.
    static let ourKey = "notebundle"
    private static let bearKey = "net.shinyfrog.bear"

    let shown: String
    private let files: ForeignFiles
    /// The texts, by the directories of their bundles.
    private let texts: [String: String]
    /// The name of the source, if it may be the only bundle.
    private let name: String

    init(_ files: ForeignFiles, _ texts: [String: String], shown: String, name: String) {
        (self.files, self.texts, self.shown, self.name) = (files, texts, shown, name)
    }

    func owns(_ path: String) -> Bool { Self.ancestors(of: path).contains { texts[$0] != nil } }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        for (directory, path) in texts.sorted(by: { $0.key < $1.key }) {
            notes.balance.find(.notes)
            let info = try files.content(directory.isEmpty ? "info.json" : "\(directory)/info.json")
            guard let bytes = try files.content(path) else {
                notes.refuse(note: directory, place: path, because: files.obstacle(path))
                continue
            }
            try write(bytes, info.flatMap { try? JSONValue.read($0) }, directory, notes, &bundle)
        }
        let unread = files.files.filter { file in
            !owns(file.path) && !["backup.json", "tags.json"].contains(file.name)
        }
        var refused: Set<String> = []
        for file in unread {
            guard let directory = Self.bundle(around: file.path), !holdsText(directory) else {
                notes.lose(.partSkipped, "it is in no bundle", place: file.path)
                continue
            }
            guard refused.insert(directory).inserted else { continue }
            notes.balance.find(.notes)
            notes.refuse(
                note: bundleName(directory), place: directory,
                because: TextBundleFormat.obstacle(in: files, below: directory))
        }
    }

    /// The innermost bundle or pack that a file is in, by its name.
    private static func bundle(around path: String) -> String? {
        ancestors(of: path).last { directory in
            [".textbundle", ".textpack"].contains { directory.lowercased().hasSuffix($0) }
        }
    }

    /// Whether a note is read from a directory.
    private func holdsText(_ directory: String) -> Bool {
        texts.keys.contains { $0 == directory || $0.hasPrefix(directory + "/") }
    }

    /// The directories around a path, from the outermost, which is empty.
    private static func ancestors(of path: String) -> [String] {
        var all = [""]
        for part in path.parts(between: "/").dropLast() {
            all.append((all.last ?? "").isEmpty ? String(part) : "\(all.last ?? "")/\(part)")
        }
        return all
    }

    /// The files in the assets of bundles, by the directories of the bundles.
    private var assets: [String: [ForeignFiles.File]] {
        if let known = cache.assets { return known }
        var found: [String: [ForeignFiles.File]] = [:]
        for file in files.files {
            for directory in Self.ancestors(of: file.path) where texts[directory] != nil {
                let start = directory.isEmpty ? "" : directory + "/"
                if file.path.hasPrefix(start + "assets/") { found[directory, default: []].append(file) }
            }
        }
        cache.assets = found
        return found
    }

    /// The name of a bundle without its ending.
    private func bundleName(_ directory: String) -> String {
        let last = directory.parts(between: "/").last.map(String.init) ?? name
        let ending = [".textbundle", ".textpack"].first { last.lowercased().hasSuffix($0) } ?? ""
        return String(last.dropLast(ending.count))
    }

    private func write(
        _ bytes: [UInt8], _ info: JSONValue?, _ directory: String, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        let bear = info?[Self.bearKey]
        let own = info?[Self.ourKey]
        let decoded = TextDecoding.text(ofPlain: bytes)
        guard let read = notes.text(decoded, note: bundleName(directory), place: directory) else { return }
        var body = read.withLineFeeds
        if !body.isEmpty, !body.hasSuffix("\n") { body += "\n" }
        let heading = Self.heading(body)
        let title =
            own?["title"]?.text ?? bear?["title"]?.text ?? heading
            ?? (bear == nil || body.allSatisfy(\.isWhitespace) ? bundleName(directory) : "")
        if bear?["trashed"].map(Self.isSet) == true {
            notes.balance.settle(.notes, .inTrash)
            return notes.lose(.noteTrashed, "the note is in the trash of the source", note: title, place: directory)
        }
        let id = bear?["uniqueIdentifier"]?.text
        // One bundle is the same note alone and in a folder.
        var note = ForeignNote(id: "textbundle\0\(id ?? (directory.isEmpty ? name : directory))")
        note.isGuessed = id == nil
        note.uuid = (own?["uuid"]?.text ?? id).flatMap { UniqueIdentifier($0.lowercased()) }
        if own != nil, note.uuid != nil { note.isGuessed = false }
        note.title = title
        note.place = directory
        note.keys = ["textbundle-title:\(title)", "textbundle:\(Self.outer(directory))"]
        note.addName(ofFile: Self.outer(directory))
        if let id { note.keys.append("bear:\(id.lowercased())") }
        note.isPinned = (bear?["pinned"] ?? own?["pinned"]).map(Self.isSet) == true
        note.created = notes.date(
            bear?["creationDate"] ?? own?["created"], "creation", note: title, place: directory)
        note.modified = notes.date(
            bear?["modificationDate"] ?? own?["modified"], "modification", note: title, place: directory)
        let text = ForeignText(notes, title: title, place: directory, count: LinkedHTML.counts)
        if let own {
            note.tags = own["tags"]?.elements.compactMap(\.text) ?? []
            note.folder = own["folder"]?.text.map { $0.parts(between: "/").map(String.init) } ?? []
            if own["type"]?.text == "card" {
                note.type = .card
                if own["reversed"]?.isTrue == true { note.add("reversed", typed: "true") }
            }
            if own["title"] == nil { note.title = nil }
            if own["heading"]?.isTrue == true { body = Self.withoutHeading(body) }
        }
        addProperties(bear, info, to: &note, text)
        if bear != nil { body = bearText(body, &note, text) }
        note.body = try linked(body, directory, &note, text, notes, &bundle)
        text.finish()
        try notes.write(note, &bundle)
    }

    /// Whether a value is true or 1.
    private static func isSet(_ value: JSONValue) -> Bool { value.isTrue || value.integer == 1 }

    /// The text of a heading in the first line.
    private static func heading(_ body: String) -> String? {
        let start = body.utf8.drop { $0 == 0x0A }.prefix { $0 != 0x0A }
        guard let heading = PlainLines.heading(Substring(start)) else { return nil }
        var rest = heading
        while rest.count > 1, rest.last == "#" { rest.removeLast() }
        while rest.count > 1, rest.last?.isWhitespace == true { rest.removeLast() }
        guard !rest.contains(where: \.isNewline) else { return nil }
        return MarkdownPlainText.firstLine(Array(rest.utf8), in: 0..<rest.utf8.count)
    }

    private static func withoutHeading(_ body: String) -> String {
        var lines = body.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        if lines.first?.isEmpty == true { lines.removeFirst() }
        return lines.joined(separator: "\n")
    }

    private func addProperties(
        _ bear: JSONValue?, _ info: JSONValue?, to note: inout ForeignNote, _ text: ForeignText
    ) {
        if bear?["archived"].map(Self.isSet) == true {
            note.add("archived", typed: "true")
            text.lose(.propertyKept, "it is archived; kept as the property “archived”", target: "archived")
        }
        if bear?["encrypted"].map(Self.isSet) == true {
            note.add("encryptedData", bear?["encryptedData"]?.text)
            text.lose(.encrypted, "the note is encrypted, and has no text here")
        }
        guard bear == nil, info?[Self.ourKey] == nil else { return }
        for key in ["creatorIdentifier", "creatorURL", "sourceURL"] { note.add(key, info?[key]?.text) }
        if info?["transient"]?.isTrue == true { note.add("transient", typed: "true") }
        var unread = UnreadValues()
        let read: Set = [
            "version", "type", "flatExtension", "creatorIdentifier", "creatorURL", "sourceURL", "transient",
        ]
        unread.add(info, besides: read)
        for name in unread.names { text.lose(.valueDropped, "the value “\(name)”", target: name) }
    }

    private func bearText(_ body: String, _ note: inout ForeignNote, _ text: ForeignText) -> String {
        if body.isEmpty, text.title.isEmpty == false { return "" }
        var bear = BearText(body)
        for tag in bear.tags() where !note.tags.contains(tag) {
            note.tags.append(tag)
        }
        for written in bear.doubtful {
            text.lose(.tagChanged, "it is no tag, and stays text", target: written)
        }
        return bear.underlined()
    }

    // MARK: Links

    private func linked(
        _ body: String, _ directory: String, _ note: inout ForeignNote, _ text: ForeignText, _ notes: ForeignImport,
        _ bundle: inout NewBundle
    ) throws -> String {
        let start = directory.isEmpty ? "" : directory + "/"
        let assets = assets[directory] ?? []
        var attachments: [String: BundlePath] = [:]
        for asset in assets {
            text.notes.balance.find(.attachments)
            attachments[asset.path] = try notes.attach(&bundle, note: text.title) {
                try files.copy(asset.path, $0)
            } name: {
                asset.name
            }
        }
        let paths = Set(assets.map(\.path))
        var shown: Set<String> = []
        func asset(_ address: String) -> String? {
            guard !paths.isEmpty else { return nil }
            let name = String(address.prefix { $0 != "?" && $0 != "#" })
            let decoded = (PercentEncoding.decode(name) ?? name)
            let whole = RelativePath.resolve(decoded, from: "") ?? decoded
            let candidates = [name, whole, "assets/" + whole].flatMap { [$0, $0.composed, $0.decomposed] }
            return candidates.lazy.map { start + $0 }.first(where: paths.contains)
        }
        func file(at path: String) -> LinkedHTML.Target {
            shown.insert(path)
            guard let blob = attachments[path] else { return .unreadable }
            return .attachment(blob, name: AttachmentName.readable(blob))
        }
        let result = ForeignMarkdown.text(
            body, text, &note,
            wiki: { link in asset(link.target).map(file) ?? .note(wikiLink(link, in: directory)) }
        ) { address in
            if let link = bearLink(address) { return .note(link) }
            if let path = asset(address) { return file(at: path) }
            if address.hasPrefix("assets/") || address.hasPrefix("./assets/") { return .missing }
            let whole = address.prefix { $0 != "#" }
            guard whole.hasSuffix(".textbundle") || whole.hasSuffix(".textpack"),
                let path = RelativePath.resolve(
                    PercentEncoding.decode(String(whole)) ?? "", from: Self.parent(Self.outer(directory)))
            else { return .outside }
            let fragment = String(address[whole.endIndex...])
            return .note(ForeignLink(key: "textbundle:\(path)", fragment: fragment, address: address))
        }
        let rest = assets.filter { !shown.contains($0.path) }
        return rest.reduce(into: result) { result, file in
            if let path = attachments[file.path] { result += text.unshown(path, name: file.name) }
        }
    }

    /// The path of a bundle, or that of the pack that it is in.
    private static func outer(_ directory: String) -> String {
        let parts = directory.parts(between: "/")
        guard let index = parts.firstIndex(where: { $0.lowercased().hasSuffix(".textpack") }) else { return directory }
        return parts[...index].joined(separator: "/")
    }

    private static func parent(_ directory: String) -> String {
        directory.parts(between: "/").dropLast().joined(separator: "/")
    }

    /// What a wiki link means: the title of a note, a title and a heading after a slash, or a heading of the same note.
    private func wikiLink(_ link: MarkdownWikiLink, in directory: String) -> ForeignLink {
        var title = link.target
        var heading = link.heading ?? ""
        if titles[ComparisonKey(title)] == nil {
            var rest = title[...]
            while let slash = rest.lastIndex(of: "/") {
                rest = rest[..<slash]
                guard rest.isEmpty || titles[ComparisonKey(String(rest))] != nil else { continue }
                heading = String(title[title.index(after: slash)...])
                title = String(rest)
                break
            }
        }
        if title.isEmpty {
            return ForeignLink(key: "textbundle:\(Self.outer(directory))", fragment: heading, address: link.target)
        }
        // A title that several notes have names none of them.
        let isUnique = titles[ComparisonKey(title)].map { $0 < 2 } ?? true
        return ForeignLink(
            key: isUnique ? "textbundle-title:\(title)" : nil, title: title, fragment: heading, address: link.target)
    }

    /// A link to a note of Bear by its id or its title, as Bear copies it; `nil` for other addresses.
    private func bearLink(_ address: String) -> ForeignLink? {
        let start = "bear://x-callback-url/open-note?"
        guard address.lowercased().hasPrefix(start) else { return nil }
        var values: [String: String] = [:]
        for part in String(address.dropFirst(start.count)).parts(between: "&") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            let written = String(pair[1]).replacing("+", with: " ")
            values[pair[0].lowercased()] = PercentEncoding.decode(written) ?? written
        }
        guard values["id"] != nil || values["title"] != nil else { return nil }
        return ForeignLink(
            key: values["id"].map { "bear:\($0.lowercased())" }, title: values["title"],
            fragment: values["header"].map { "#\(PercentEncoding.encode($0))" } ?? "", address: address)
    }

    /// How many notes have each title, for links that end with headings; notes are also called by their bundles.
    private var titles: [ComparisonKey: Int] {
        if let known = cache.titles { return known }
        var found: [ComparisonKey: Int] = [:]
        for (directory, path) in texts {
            let name = bundleName(directory)
            let bytes = try? files.content(path)
            let heading = bytes.flatMap { Self.heading(TextDecoding.text(ofPlain: $0).text) }
            found[ComparisonKey(heading ?? name), default: 0] += 1
            found[ComparisonKey(name), default: 0] += 0
        }
        cache.titles = found
        return found
    }

    private final class Cache {
        var titles: [ComparisonKey: Int]?
        var assets: [String: [ForeignFiles.File]]?
    }
    private let cache = Cache()
}
