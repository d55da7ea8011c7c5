import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// The pages of a notebook, each with the folder of its subpages and files.
final class ZimSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    private let root: String
    private let pages: [String]
    /// The names of all pages, in lower case, and as they are written.
    private var names: [String: String] = [:]
    private var attachments: [String: BundlePath] = [:]
    private var byPath: [String: String] = [:]

    init(_ files: ForeignFiles, root: String, pages: [String], shown: String) {
        (self.files, self.root, self.pages, self.shown) = (files, root, pages, shown)
    }

    /// The name of a page: `Help:Check Boxes`.
    private func name(_ path: String) -> String {
        let page = path.utf8.dropFirst(root.utf8.count).dropLast(4).map { byte in
            byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte == UInt8(ascii: "/") ? UInt8(ascii: ":") : byte
        }
        return String(decoding: page, as: UTF8.self).composed
    }

    /// Markdown is nothing of Zim's, unless a page has it as an attachment.
    func owns(_ path: String) -> Bool {
        path.hasPrefix(root) && ![".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        for name in pages.map(name) { names[name.lowercased()] = name }
        for file in files.files { byPath[file.path.composed] = file.path }
        let known = Set(pages)
        notes.loseRest(files.files.filter { !$0.path.hasPrefix(root) })
        for file in files.files where file.path.hasPrefix(root) && !known.contains(file.path) {
            let isPart = file.name == "notebook.zim" || file.path.hasPrefix(root + ".zim/")
            guard !isPart else { continue }
            notes.balance.find(.attachments)
            attachments[file.path.composed] = try notes.attach(&bundle, place: file.path) {
                try files.copy(file.path, $0)
            } name: {
                file.name
            }
        }
        var shownFiles: Set<BundlePath> = []
        var read: [(path: String, note: ForeignNote, text: ForeignText)] = []
        for path in pages {
            notes.balance.find(.notes)
            guard let bytes = try files.content(path) else {
                notes.refuse(note: name(path), place: path, because: files.obstacle(path))
                continue
            }
            guard let text = notes.text(TextDecoding.text(ofPlain: bytes), note: name(path), place: path) else {
                continue
            }
            let (note, converted) = self.note(text, path, notes)
            read.append((path, note, converted))
            shownFiles.formUnion(notes.attachments(in: Array(note.body.utf8)))
        }
        let places = Dictionary(uniqueKeysWithValues: read.enumerated().map { ($1.path.composed, $0) })
        for (path, blob) in attachments.sorted(by: { $0.key < $1.key }) where !shownFiles.contains(blob) {
            // A file in no folder of a page is reported in the end.
            guard let index = page(holding: path, places), shownFiles.insert(blob).inserted else { continue }
            let name = path.parts(between: "/").last.map(String.init) ?? path
            read[index].note.body += read[index].text.unshown(blob, name: name)
        }
        for (_, note, text) in read {
            text.finish()
            try notes.write(note, &bundle)
        }
    }

    /// The page in whose folder a file is.
    private func page(holding path: String, _ places: [String: Int]) -> Int? {
        var folder = path.parts(between: "/").dropLast()
        while !folder.isEmpty {
            if let index = places[folder.joined(separator: "/") + ".txt"] { return index }
            folder.removeLast()
        }
        return nil
    }

    /// A page as a note, but for the files that no page shows.
    private func note(_ written: String, _ path: String, _ notes: ForeignImport) -> (ForeignNote, ForeignText) {
        let page = ZimPage(written)
        let name = name(path)
        let components = name.parts(between: ":").map(String.init)
        var note = ForeignNote(id: "zim\0\(name)")
        note.isGuessed = true
        note.title = page.heading ?? components.last ?? name
        note.folder = Array(components.dropLast())
        note.place = String(path.dropFirst(root.count))
        note.keys = ["zim:\(name.lowercased())"]
        for key in ["creation-date", "modification-date"] {
            guard let written = page.head[key], written != "Unknown", !written.isEmpty else { continue }
            let date = MailDate.read(written)
            if date == nil {
                notes.lose(
                    .dateInvalid, "the date is invalid", note: note.title ?? name, place: note.place, target: written)
            }
            if key == "creation-date" { note.created = date } else { note.modified = date }
        }
        let text = ForeignText(notes, title: note.title ?? name, place: note.place, count: LinkedHTML.counts)
        let read = ["content-type", "wiki-format", "creation-date", "modification-date"]
        for key in page.head.keys.sorted() where !read.contains(key) {
            text.lose(.valueDropped, "the value “\(key)”", target: key)
        }
        var markup = ZimMarkup(text: text) { [self] address in target(address, from: name, path) }
        note.body = markup.markdown(page.body)
        note.tasks = markup.tasks
        note.tables = markup.tables
        note.tags = markup.tags
        return (note, text)
    }

    // MARK: Links

    /// The file that an address means: in the folder of the page, or above it.
    private func file(_ address: String, from path: String) -> String? {
        let written = address.prefix { $0 != "?" }
        let name = PercentEncoding.decode(String(written)) ?? String(written)
        let folder = String(path.dropLast(4))
        var components = folder.parts(between: "/").map(String.init)
        for component in name.parts(between: "/") where component != "." {
            if component == ".." { _ = components.popLast() } else { components.append(String(component)) }
        }
        return byPath[components.joined(separator: "/").composed]
    }

    /// Whether an address has a scheme.
    private static func isOutside(_ address: String) -> Bool {
        if address.begins(with: "mailto:") { return true }
        let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || "+.-".contains($0) }
        return scheme.count > 1 && scheme.first?.isLetter == true && address[scheme.endIndex...].begins(with: "://")
    }

    /// Whether an address has the sign of another wiki, which only Zim knows: `wp?Zim`.
    private static func isOfOtherWiki(_ address: String) -> Bool {
        let word = address.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return !word.isEmpty && address[word.endIndex...].first == "?"
    }

    private func target(_ address: String, from name: String, _ path: String) -> LinkedHTML.Target {
        if Self.isOutside(address) { return .outside }
        if Self.isOfOtherWiki(address) { return .missing }
        if address.holds("@"), !address.holds("/") { return .outside }
        let isFile =
            address.hasPrefix("./") || address.hasPrefix("../") || address.hasPrefix("/") || address.hasPrefix("~")
        if isFile || address.holds("/") {
            guard let found = file(address, from: path) else { return .missing }
            let page = self.name(found).lowercased()
            if names[page] != nil, found.lowercased().hasSuffix(".txt") {
                return .note(ForeignLink(key: "zim:\(page)", address: address))
            }
            guard let blob = attachments[found.composed] else { return .unreadable }
            return .attachment(blob, name: found.parts(between: "/").last.map(String.init) ?? found)
        }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? "#\(PercentEncoding.encode(String(parts[1])))" : ""
        let written = (parts.first ?? "").trimmedOfSpace.replacing("_", with: " ")
        guard !written.isEmpty else {
            return .note(ForeignLink(key: "zim:\(name.lowercased())", fragment: fragment, address: address))
        }
        return .note(ForeignLink(key: "zim:\(resolved(written, from: name))", fragment: fragment, address: address))
    }

    /// The name of the page that a link means, in lower case: below the page, among its siblings, or higher up.
    private func resolved(_ written: String, from name: String) -> String {
        let lower = written.lowercased()
        if lower.hasPrefix(":") { return String(lower.dropFirst()) }
        let own = name.lowercased()
        if lower.hasPrefix("+") { return "\(own):\(lower.dropFirst())" }
        var components = own.parts(between: ":").dropLast().map(String.init)
        while true {
            let candidate = (components + [lower]).joined(separator: ":")
            if names[candidate] != nil { return candidate }
            guard components.popLast() != nil else { return lower }
        }
    }
}

/// A page as it is written: lines of keys and values, and its text.
struct ZimPage {
    private(set) var head: [String: String] = [:]
    private(set) var body: [String] = []

    init(_ text: String) {
        var lines = text.withLineFeeds.parts(between: "\n", omittingEmpty: false).map(String.init)[...]
        if lines.first?.hasPrefix("\u{FEFF}") == true { lines[lines.startIndex].removeFirst() }
        if lines.first?.hasPrefix("Content-Type: text/x-zim-wiki") == true {
            while let line = lines.popFirst(), !line.isEmpty {
                guard let colon = line.firstIndex(of: ":") else { continue }
                head[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmedOfSpace
            }
        }
        body = Array(lines)
    }

    /// The text of the first heading, if nothing stands before it.
    var heading: String? {
        guard let line = body.first(where: { !$0.trimmedOfSpace.isEmpty }) else { return nil }
        return ZimMarkup.heading(line)?.text
    }
}
