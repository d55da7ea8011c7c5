import Cores
import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// The pages, databases and files of an export of Notion.
final class NotionSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    /// The only page to read; `nil` for all.
    private let only: String?
    private var pages: [String: NotionPage] = [:]
    private var order: [NotionPage] = []
    private var pagePaths: Set<String> = []
    /// The files of the export, by their decoded paths.
    private var byPath: [String: String] = [:]
    /// The attachments in the bundle, by the paths of their files.
    private var attachments: [String: BundlePath] = [:]

    init(_ files: ForeignFiles, only: String?, shown: String) {
        (self.files, self.only, self.shown) = (files, only, shown)
    }

    func owns(_ path: String) -> Bool {
        WebPagesFormat.isPage(path) || path.parts(between: "/").contains { NotionID(in: $0) != nil }
    }

    func takes(_ other: any ForeignSource) -> Bool {
        guard only == nil, let other = other as? NotionSource, other.only == nil else { return false }
        files.add(other.files)
        return true
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        for file in files.files { byPath[Self.decoded(file.path)] = file.path }
        try readPages(notes)
        for page in order { pages[page.id] = pages[page.id] ?? page }
        try attach(notes, &bundle)
        for page in order where page.kind != .table { try write(page, notes, &bundle) }
        let rows = Dictionary(grouping: order) { $0.database ?? "" }
        for page in order where page.kind == .table && pages[page.id]?.path == page.path {
            try writeTable(page, rows[page.id] ?? [], notes, &bundle)
        }
        let rest = files.files.filter { file in
            only == nil && attachments[file.path] == nil && !pagePaths.contains(file.path)
                && file.name != "index.html" && !file.name.hasSuffix(".csv")
        }
        for file in rest {
            notes.begin(files.shown(of: file.path))
            notes.lose(.partSkipped, "no page shows this file", place: Self.plain(file.path))
        }
    }

    /// A path with its percent signs decoded, as far as they are valid.
    private static func decoded(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path.composed }
        return path.parts(between: "/", omittingEmpty: false).map { component in
            (PercentEncoding.decode(String(component)) ?? String(component)).composed
        }.joined(separator: "/")
    }

    /// A path without ids, for reports.
    private static func plain(_ path: String) -> String { NotionID.removed(from: path) }

    // MARK: Pages

    /// The ids of the pages and databases whose folder has a path without an id, by that path.
    ///
    /// Today's exports have ids only in the names of files.
    private lazy var folderOwners: [String: [String]] = {
        var owners: [String: [String]] = [:]
        for file in files.files {
            guard let id = NotionID(in: file.name), !file.name.hasSuffix("_all.csv") else { continue }
            owners[file.directory.isEmpty ? id.title : "\(file.directory)/\(id.title)", default: []].append(id.digits)
        }
        return owners
    }()

    /// The ids of the pages and databases to which a folder belongs.
    private func owners(of directory: String) -> [String] {
        guard let name = directory.split(separator: "/").last else { return [] }
        return NotionID(in: name).map { [$0.digits] } ?? folderOwners[directory] ?? []
    }

    /// Reads all pages; other cores take them apart.
    private func readPages(_ notes: ForeignImport) throws {
        let jobs = OrderedJobs<NotionPage>()
        let databases = Set(
            files.files.filter { $0.name.hasSuffix(".csv") }.compactMap { NotionID(in: $0.name)?.digits })
        for file in files.files where only == nil || file.path == only {
            let ending = only == nil ? file.name.split(separator: ".").last?.lowercased() ?? "" : "html"
            guard ["html", "md", "csv"].contains(ending), file.name != "index.html" else { continue }
            let id = NotionID(in: file.name)
            // A database has one table with the columns of the view, and one with all.
            if ending == "csv", !file.name.hasSuffix("_all.csv"),
                files.has(String(file.path.dropLast(4)) + "_all.csv")
            {
                continue
            }
            notes.begin(files.shown(of: file.path))
            guard let bytes = try files.content(file.path) else {
                guard only != nil || id != nil else { continue }
                notes.balance.find(.notes)
                notes.refuse(note: file.name, place: Self.plain(file.path), because: files.obstacle(file.path))
                pagePaths.insert(file.path)
                continue
            }
            guard only != nil || id != nil || ending == "html" && NotionFormat.isPage(bytes) else { continue }
            let decoded = ending == "html" ? TextDecoding.text(ofPage: bytes) : TextDecoding.text(ofPlain: bytes)
            if decoded.problem?.isFatal == true { notes.balance.find(.notes) }
            guard let text = notes.text(decoded, note: file.name, place: file.path) else { continue }
            let database = owners(of: file.directory).first { databases.contains($0) }
            jobs.add(weight: bytes.count) { NotionPage(file.path, id, text, ending, in: database) }
            pagePaths.insert(file.path)
        }
        order = try jobs.values()
        for page in order {
            notes.begin(files.shown(of: page.path))
            for line in page.damagedLines {
                let reason = "nothing closes a quotation mark of the row in line \(line)"
                notes.lose(.noteLost, reason, place: Self.plain(page.path))
            }
        }
    }

    /// The folder of a page, with the titles of the pages around it.
    private func folder(_ page: NotionPage) -> [String] {
        guard only == nil else { return [] }
        let components = page.directory.parts(between: "/").map(String.init)
        let titles = components.enumerated().map { index, component in
            let owner = owners(of: components[...index].joined(separator: "/")).lazy.compactMap { self.pages[$0] }.first
            return owner?.title ?? NotionID(in: component)?.title ?? component
        }
        let isExport = components.first.map(Self.isExport) == true
        return Array(titles.dropFirst(isExport ? 1 : 0))
    }

    /// Whether a folder is that of an export: `Export-` and a uuid.
    private static func isExport(_ name: String) -> Bool {
        let id = name.utf8.dropFirst(7)
        return name.begins(with: "Export-") && id.count == 36
            && id.allSatisfy { ASCII.hexadecimalValue($0) != nil || $0 == UInt8(ascii: "-") }
    }

    // MARK: Attachments

    /// Attaches the files that pages show or link to.
    private func attach(_ notes: ForeignImport, _ bundle: inout NewBundle) throws {
        var wanted: Set<String> = []
        for page in order {
            for address in page.addresses { if let path = file(address, from: page) { wanted.insert(path) } }
        }
        try files.each(wanted.sorted()) { path, content in
            notes.balance.find(.attachments)
            let name = Self.decoded(path).parts(between: "/").last.map(String.init) ?? path
            attachments[path] = try notes.attach(&bundle) {
                try content.copy($0)
            } name: {
                name
            }
        }
    }

    /// The file that an address means; `nil` for pages and for what is not there.
    private func file(_ address: String, from page: NotionPage) -> String? {
        guard !address.holds("://"), !address.hasPrefix("#"), !address.hasPrefix("data:") else { return nil }
        let path = String(address.prefix { $0 != "#" && $0 != "?" })
        let directory = page.path.parts(between: "/").dropLast().map(String.init)
        var components = directory
        for component in path.parts(between: "/") {
            if component == ".." {
                _ = components.popLast()
            } else if component != "." {
                components.append(String(component))
            }
        }
        let whole = components.joined(separator: "/")
        guard let found = stored(whole), !pagePaths.contains(found), !found.hasSuffix(".csv") else { return nil }
        return found
    }

    /// The file at a path, which may be encoded up to three times.
    private func stored(_ path: String) -> String? {
        var path = path
        for _ in 0..<4 {
            if let found = byPath[path] { return found }
            let next = Self.decoded(path)
            guard next != path else { return nil }
            path = next
        }
        return nil
    }

    /// What an address in a page leads to.
    private func target(_ address: String, from page: NotionPage) -> LinkedHTML.Target {
        if address.hasPrefix("#") {
            let id = address.dropFirst()
            let heading = page.heading(String(id))
            guard let heading else { return .missing }
            return .note(ForeignLink(key: "notion:\(page.id)", fragment: "#\(heading)", address: address))
        }
        if let path = file(address, from: page), let blob = attachments[path] {
            return .attachment(blob, name: Self.decoded(path).parts(between: "/").last.map(String.init) ?? path)
        }
        let isLocal = !address.holds("://") && !address.hasPrefix("mailto:") && !address.hasPrefix("data:")
        if let id = NotionID.digits(in: address) {
            let isOurs = isLocal || Self.isNotion(address)
            if isOurs, pages[id] != nil { return .note(link(to: id, address, shown: address)) }
        }
        return isLocal ? .missing : .outside
    }

    /// A link to a page, or to the heading whose block its address names.
    private func link(to id: String, _ address: String, shown: String) -> ForeignLink {
        let block = address.firstIndex(of: "#").map { String(address[$0...].dropFirst()) }
        let heading = block.flatMap { pages[id]?.heading($0) }
        return ForeignLink(key: "notion:\(id)", fragment: heading.map { "#\($0)" } ?? "", address: shown)
    }

    /// Whether an address is one of Notion's own, or of a site that it publishes.
    private static func isNotion(_ address: String) -> Bool {
        var rest = address[...]
        while let start = rest.place(of: "://") {
            rest = rest[start.upperBound...]
            var reader = TextReader(rest)
            let host = reader.take(1...) { ASCII.isAlphanumeric($0) || ".-".utf8.contains($0) }
            let parts = host?.parts(between: ".", omittingEmpty: false) ?? []
            if reader.skip("/"), 2...3 ~= parts.count, parts[0] != "", parts[parts.count - 2] == "notion",
                ["so", "site", "com"].contains(parts[parts.count - 1])
            {
                return true
            }
        }
        return false
    }

    // MARK: Notes

    /// How many pages have a title.
    private lazy var titles = Dictionary(pages.values.map { ($0.title, 1) }, uniquingKeysWith: +)

    private func note(_ page: NotionPage) -> ForeignNote {
        var note = ForeignNote(id: "notion\0\(page.id)")
        note.title = page.title
        note.place = Self.plain(page.path)
        note.folder = folder(page)
        note.keys = ["notion:\(page.id)"]
        return note
    }

    private func write(_ page: NotionPage, _ notes: ForeignImport, _ bundle: inout NewBundle) throws {
        notes.begin(files.shown(of: page.path))
        notes.balance.find(.notes)
        var note = note(page)
        let text = ForeignText(notes, title: page.title, place: note.place, count: LinkedHTML.counts)
        NotionProperties(text: text, pages: pages, titles: titles).add(page, to: &note)
        if page.kind == .html {
            let root = HTMLElement("div", [], NotionTree.simplified(page.body))
            let pictures = NotionTree.picturedBookmarks(page.body)
            if pictures > 0 {
                text.lose(.valueDropped, "the pictures of bookmarks: \(pictures)", target: "bookmark")
            }
            let counts = LinkedHTML.counts(root)
            notes.balance.find(.links, counts.links)
            notes.balance.find(.tables, counts.tables)
            notes.balance.find(.tasks, counts.tasks)
            var rules = LinkedHTML(text: text, resolve: { [self] in target($0, from: page) })
            rules.keepsAddress = false
            rules.dataPictures = try DataPictures.attached(root, notes, &bundle)
            rules.special = { [self] element in
                switch element.name {
                case "a" where element.text.hasPrefix("https://www.notion.so/") || Self.isBlank(element):
                    // A link that shows its own address on the web, or nothing, shows the title instead.
                    let address = element["href"] ?? ""
                    guard let id = NotionID.digits(in: address), let other = pages[id],
                        case .note = target(address, from: page)
                    else { return .usual }
                    let title = MarkdownEscapes.text(other.title, inLink: true)
                    return .inline("[\(title)](\(notes.mark(link(to: id, address, shown: title))))")
                case "formula":
                    return .inline("$\(element.text.split { $0.isNewline }.joined(separator: " ").trimmedOfSpace)$")
                case "formula-block":
                    return .formula(element.text.split { $0.isNewline }.map { $0.trimmedOfSpace })
                default: return .usual
                }
            }
            var converter = HTMLMarkdown(rules)
            note.body = converter.markdown(root.children)
            note.tasks += counts.tasks - text.tasks
            note.tables += counts.tables - text.tables
            note.add("icon", page.icon)
            addFiles(of: page, to: &note, text)
        } else {
            note.body = ForeignMarkdown.text(page.text, text, &note, keepsAddress: false, hasWikiLinks: false) {
                target($0, from: page)
            }
        }
        text.finish()
        if !page.id.isEmpty { note.add("notion-id", page.id) }
        try notes.write(note, &bundle)
    }

    /// Whether a link shows neither text nor a picture.
    private static func isBlank(_ link: HTMLElement) -> Bool {
        link.text.trimmedOfSpace.isEmpty && link.first { $0.name == "img" } == nil
    }

    /// Adds the files of a page's head to the end of its text.
    private func addFiles(of page: NotionPage, to note: inout ForeignNote, _ text: ForeignText) {
        var shown = text.notes.attachments(in: Array(note.body.utf8))
        for address in page.headAddresses {
            switch target(address, from: page) {
            case .attachment(let blob, let name):
                if shown.insert(blob).inserted { note.body += text.unshown(blob, name: name) }
            case .outside: text.keepRemote(address)
            case .missing, .note, .unreadable:
                text.lack(address)
            }
        }
    }

    /// A relation in a table, as a link if its page is in the export.
    private func relation(_ shown: Substring, _ address: Substring, _ text: ForeignText) -> String {
        text.notes.balance.find(.links)
        let title = MarkdownEscapes.text(String(shown), inLink: true)
        guard let id = NotionID.digits(in: String(address)), pages[id] != nil else {
            text.notes.balance.settle(.links, .unresolved)
            text.lose(
                .linkUnresolved, "the page of a relation is not in the export; its title stays", target: String(shown))
            return title
        }
        return "[\(title)](\(text.notes.mark(ForeignLink(key: "notion:\(id)", address: String(shown)))))"
    }

    /// Writes a database as a note with a table whose first column links to the pages of the rows.
    private func writeTable(
        _ page: NotionPage, _ pages: [NotionPage], _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        guard let head = page.rows.first, !head.isEmpty else { return }
        notes.balance.find(.notes)
        notes.balance.find(.tables)
        var note = note(page)
        var rowPages: [String: [NotionPage]] = [:]
        for other in pages {
            rowPages[other.title.trimmedOfSpace, default: []].append(other)
        }
        let text = ForeignText(notes, title: page.title, place: note.place, count: LinkedHTML.counts)
        func plain(_ text: String) -> String {
            MarkdownEscapes.cell(MarkdownEscapes.text(text.split { $0.isNewline }.joined(separator: " ")))
        }
        func cell(_ value: String) -> String {
            guard let relations = NotionProperties.relations(value) else { return plain(value) }
            return MarkdownEscapes.cell(
                relations.map { relation($0.title, $0.address, text) }.joined(separator: ", "))
        }
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        var lines = [line(head.map(plain)), "|" + String(repeating: " --- |", count: head.count)]
        let rows = Array(page.rows.dropFirst())
        var linked = [NotionPage?](repeating: nil, count: rows.count)
        for (index, row) in rows.enumerated() {
            let title = (row.first ?? "").trimmedOfSpace
            guard let first = rowPages[title]?.first else { continue }
            rowPages[title]?.removeFirst()
            linked[index] = first
        }
        // The title of a page may be a date that the table spells in another way: its properties tell it.
        let left = NotionRowPages(rowPages.values.joined())
        for (index, row) in rows.enumerated() where linked[index] == nil {
            guard let found = left.take(Array(zip(head, row).dropFirst())) else { continue }
            rowPages[found.title.trimmedOfSpace]?.removeAll { $0.path == found.path }
            linked[index] = found
        }
        let others = rowPages.values.joined().sorted { $0.path < $1.path }
        for (row, first) in Array(zip(rows, linked)) + others.map({ ([$0.title], Optional($0)) }) {
            var cells = (row + Array(repeating: "", count: max(0, head.count - row.count))).prefix(head.count).map(cell)
            let title = (row.first ?? "").trimmedOfSpace
            if let first {
                notes.balance.find(.links)
                let link = notes.mark(ForeignLink(key: "notion:\(first.id)", address: Self.plain(first.path)))
                cells[0] =
                    "[\(title.isEmpty ? "Untitled" : MarkdownEscapes.cell(MarkdownEscapes.text(title, inLink: true)))](\(link))"
            }
            lines.append(line(Array(cells)))
        }
        note.body = lines.joined(separator: "\n") + "\n"
        note.tables = 1
        note.add("notion-id", page.id)
        try notes.write(note, &bundle)
    }
}

/// Pages of a database that its table does not name by their titles.
private final class NotionRowPages {
    private let pages: [NotionPage]
    private let values: [[String: String]]
    /// The pages that have a value, in the order of their paths.
    private var byValue: [[String]: [Int]] = [:]
    private var taken: Set<Int> = []

    init(_ pages: some Sequence<NotionPage>) {
        self.pages = pages.sorted { $0.path < $1.path }
        values = self.pages.map { Dictionary($0.propertyLines.map { ($0.key, $0.value) }) { first, _ in first } }
        for (index, known) in values.enumerated() {
            for (key, value) in known { byValue[[key, value], default: []].append(index) }
        }
    }

    /// The first page with all values of a row, which no other row gets then.
    func take(_ row: [(String, String)]) -> NotionPage? {
        let wanted = Dictionary(row.filter { !$0.1.isEmpty }.map { ($0.0, $0.1.trimmedOfSpace) }) { first, _ in first }
        guard let rarest = wanted.map({ byValue[[$0, $1]] ?? [] }).min(by: { $0.count < $1.count }),
            let found = rarest.first(where: { index in
                !taken.contains(index) && wanted.allSatisfy { values[index][$0.key] == $0.value }
            })
        else { return nil }
        taken.insert(found)
        return pages[found]
    }
}
