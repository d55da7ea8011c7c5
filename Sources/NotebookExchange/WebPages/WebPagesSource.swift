import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// The pages of a folder.
final class WebPagesSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    /// The only pages to read, by their composed paths; `nil` for all.
    private let only: Set<String>?
    /// Pages that are attachments, by their composed paths.
    private var left: Set<String> = []
    /// The paths of files as they are stored, by their composed paths.
    private var paths: [String: String] = [:]
    /// The same by what is equal where letter case is ignored, as on the servers and disks that pages come from.
    private var foldedPaths: [ComparisonKey: String] = [:]
    /// The folders to which pages say that their addresses are relative.
    private var bases: [String: String] = [:]
    private var pages: Set<String> = []
    private var attachments: [String: BundlePath] = [:]
    private var used: Set<String> = []
    /// The headings of the page that is read, as parts of addresses, by their ids.
    private var headings: [String: String] = [:]

    init(_ files: ForeignFiles, only: Set<String>?, shown: String) {
        (self.files, self.only, self.shown) = (files, only, shown)
    }

    func owns(_ path: String) -> Bool { WebPagesFormat.isPage(path) }

    /// Makes attachments of pages that notes beside them name.
    func leave(_ pages: Set<String>) { left.formUnion(pages.map(\.composed)) }

    /// The files that its pages show, by their composed paths.
    func shownFiles() throws -> Set<String> {
        list()
        var found: Set<String> = []
        for page in pages {
            guard let bytes = try files.content(page) else { continue }
            let root = HTMLTree.root(TextDecoding.text(ofPage: bytes).text)
            noteBase(of: root, on: page)
            found.formUnion(shown(root, on: page).map(\.composed))
        }
        return found
    }

    private func list() {
        for file in files.files {
            paths[file.path.composed] = file.path
            foldedPaths[ComparisonKey(seen: file.path.composed)] = file.path
            let isWanted = only?.contains(file.path.composed) ?? WebPagesFormat.isPage(file.name)
            if isWanted, !left.contains(file.path.composed) { pages.insert(file.path) }
        }
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        list()
        for path in pages.sorted() {
            notes.balance.find(.notes)
            guard let bytes = try files.content(path) else {
                notes.refuse(note: path, place: path, because: files.obstacle(path))
                continue
            }
            guard let text = notes.text(TextDecoding.text(ofPage: bytes), note: path, place: path) else { continue }
            try write(HTMLTree.root(text), path, notes, &bundle)
        }
        guard only == nil else { return }
        for file in files.files where !pages.contains(file.path) && !used.contains(file.path) {
            notes.lose(.partSkipped, "no page shows this file", place: file.path)
        }
    }

    private func write(
        _ root: HTMLElement, _ path: String, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        noteBase(of: root, on: path)
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let stem = file.split(separator: ".").dropLast().joined(separator: ".")
        func text(_ name: String) -> String? {
            root.first { $0.name == name }.map { $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        }
        let title = [text("title"), text("h1")].compactMap(\.self).first { !$0.isEmpty } ?? stem
        var note = ForeignNote(id: "html\0\(path.composed)")
        note.isGuessed = true
        note.title = title
        note.place = path
        note.folder = path.split(separator: "/").dropLast().map(String.init)
        note.keys = ["html:\(path.composed)"]
        addHead(root, to: &note)
        let body = HTMLElement("body", [], (root.first { $0.name == "body" } ?? root).children)
        let counts = LinkedHTML.counts(body)
        notes.balance.find(.links, counts.links)
        notes.balance.find(.tables, counts.tables)
        notes.balance.find(.tasks, counts.tasks)
        let foreign = ForeignText(notes, title: title, place: path, count: LinkedHTML.counts)
        try attach(body, path, notes, &bundle)
        headings = Self.headings(body)
        for (id, heading) in headings { note.headings["#\(id)"] = "#\(heading)" }
        var rules = LinkedHTML(text: foreign, resolve: { [self] in target($0, from: path) })
        rules.dataPictures = try DataPictures.attached(body, notes, &bundle)
        rules.special = { element in
            switch element.name {
            case "title": .nothing
            default: .usual
            }
        }
        var converter = HTMLMarkdown(rules)
        note.body = converter.markdown(body.children)
        note.tables = counts.tables - foreign.tables
        note.tasks = counts.tasks - foreign.tasks
        foreign.finish()
        try notes.write(note, &bundle)
    }

    private static func headings(_ body: HTMLElement) -> [String: String] {
        var found: [String: String] = [:]
        body.forEach { element in
            guard element.name.count == 2, element.name.first == "h", element.name != "hr" else { return }
            let text = element.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            element.forEach { inner in
                for id in [inner["id"], inner.name == "a" ? inner["name"] : nil].compactMap(\.self) {
                    found[id] = PercentEncoding.encode(text)
                }
            }
        }
        return found
    }

    /// What the head of a page says: dates, author, keywords.
    private func addHead(_ root: HTMLElement, to note: inout ForeignNote) {
        var values: [String: String] = [:]
        root.forEach { element in
            guard element.name == "meta", let name = element["name"] ?? element["property"] else { return }
            values[name.lowercased()] = element["content"]
        }
        for key in ["created", "date", "dcterms.created", "article:published_time"] where note.created == nil {
            note.created = values[key].flatMap { Timestamp(asWritten: $0) }
        }
        for key in ["modified", "updated", "dcterms.modified", "article:modified_time"] where note.modified == nil {
            note.modified = values[key].flatMap { Timestamp(asWritten: $0) }
        }
        for key in ["author", "description"] { note.add(key, values[key]) }
        note.tags = (values["keywords"] ?? "").split(separator: ",").map { $0.trimmedOfSpace }
    }

    // MARK: Files

    /// Attaches the files that a page shows or links to.
    private func attach(
        _ body: HTMLElement, _ page: String, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        for path in shown(body, on: page) where used.insert(path).inserted {
            notes.balance.find(.attachments)
            attachments[path] = try notes.attach(&bundle) {
                try files.copy(path, $0)
            } name: {
                path.split(separator: "/").last.map(String.init) ?? path
            }
        }
    }

    /// The files that a page shows or links to, besides other pages.
    private func shown(_ body: HTMLElement, on page: String) -> [String] {
        var shown: [String] = []
        body.forEach { element in
            for name in ["src", "href", "data", "poster"] {
                if let path = element[name].flatMap({ file($0, from: page) }), !pages.contains(path) {
                    shown.append(path)
                }
            }
        }
        return shown
    }

    /// Remembers the folder to which a page says that its addresses are relative, unless it is elsewhere.
    private func noteBase(of root: HTMLElement, on page: String) {
        guard let address = root.first({ $0.name == "base" && $0["href"] != nil })?["href"], !Self.isOutside(address)
        else { return }
        let folder = address.hasSuffix("/") ? address : address.split(separator: "/").dropLast().joined(separator: "/")
        bases[page] = Self.joined(Self.directory(of: page), PercentEncoding.decode(folder) ?? folder)
    }

    private static func directory(of page: String) -> String {
        page.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// The file that an address means; `nil` for what is elsewhere or not there.
    private func file(_ address: String, from page: String) -> String? {
        guard !Self.isOutside(address), !address.hasPrefix("#") else { return nil }
        let rest = address.prefix { $0 != "#" && $0 != "?" }
        let directory = bases[page] ?? Self.directory(of: page)
        // A name may have percent signs of its own, or signs that should have been encoded.
        for written in [PercentEncoding.decode(String(rest)), String(rest), address] {
            guard let written, !written.isEmpty else { continue }
            for written in written.contains("\\") ? [written, written.replacing("\\", with: "/")] : [written] {
                let path = written.hasPrefix("/") ? String(written.dropFirst()) : Self.joined(directory, written)
                guard let path = path?.composed else { continue }
                if let found = paths[path] ?? foldedPaths[ComparisonKey(seen: path)] { return found }
            }
        }
        return nil
    }

    private static func joined(_ directory: String, _ path: String) -> String? {
        var components = directory.split(separator: "/").map(String.init)
        for component in path.split(separator: "/") where component != "." {
            guard component == ".." else {
                components.append(String(component))
                continue
            }
            // An address may name the folder of the source itself.
            if components.popLast() == nil { components = ["\u{0}"] }
        }
        if components.first == "\u{0}" { components.removeFirst(min(2, components.count)) }
        return components.joined(separator: "/")
    }

    private static func isOutside(_ address: String) -> Bool {
        address.hasPrefix("//") || address.hasPrefix("data:")
            || address.firstMatch(of: #/^[A-Za-z][A-Za-z0-9+.\-]+:/#) != nil
    }

    private func target(_ address: String, from page: String) -> LinkedHTML.Target {
        if Self.isOutside(address) { return .outside }
        let fragment = address.firstIndex(of: "#").map { String(address[$0...]) } ?? ""
        if address.hasPrefix("#") {
            // Browsers go to the top.
            if ["#", "#top"].contains(address.lowercased()) { return .outside }
            let id = String(address.dropFirst())
            guard let heading = headings[id] ?? PercentEncoding.decode(id).flatMap({ headings[$0] }) else {
                return .missing
            }
            return .note(ForeignLink(key: "html:\(page.composed)", fragment: "#\(heading)", address: address))
        }
        guard let path = file(address, from: page) else { return .missing }
        if let blob = attachments[path] {
            return .attachment(blob, name: path.split(separator: "/").last.map(String.init) ?? path)
        }
        return .note(
            ForeignLink(key: "html:\(path.composed)", fragment: fragment == "#" ? "" : fragment, address: address))
    }
}
