import ForeignData
import NotebookFormat
import NotebookText

/// The pages and databases of an export, by which links name them, and the notes that are made of them.
struct NotionGraph: Sendable {
    private let files: NotionFiles
    /// The pages by their ids.
    private let pages: [String: NotionPage]
    /// How many pages have a title.
    private let titles: [String: Int]
    /// The attachments, by the paths of their files.
    private let attachments: [String: BundlePath]
    /// Whether there is only one page, which lies in no folder.
    private let isAlone: Bool
    /// The items that the notebook has already.
    private let known: KnownItems

    init(
        _ files: NotionFiles, _ pages: [String: NotionPage], attachments: [String: BundlePath], isAlone: Bool,
        _ known: KnownItems
    ) {
        (self.files, self.pages, self.attachments, self.isAlone) = (files, pages, attachments, isAlone)
        self.known = known
        titles = Dictionary(pages.values.map { ($0.title, 1) }, uniquingKeysWith: +)
    }

    /// The folder of a page, with the titles of the pages around it.
    private func folder(_ page: NotionPage) -> [String] {
        guard !isAlone else { return [] }
        let components = page.directory.parts(between: "/").map(String.init)
        let titles = components.enumerated().map { index, component in
            let owner = files.owners(of: components[...index].joined(separator: "/")).lazy.compactMap { self.pages[$0] }
                .first
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

    /// What an address in a page leads to.
    private func target(_ address: String, from page: NotionPage) -> LinkedHTML.Target {
        if address.hasPrefix("#") {
            let id = address.dropFirst()
            let heading = page.heading(String(id))
            guard heading != nil || page.has(block: String(id)) else { return .missing }
            let fragment = heading.map { "#\($0)" } ?? ""
            return .note(ForeignLink(key: "notion:\(page.id)", fragment: fragment, address: address))
        }
        if let path = files.file(address, from: page), let blob = attachments[path] {
            return .attachment(blob, name: NotionFiles.decoded(path).parts(between: "/").last.map(String.init) ?? path)
        }
        let isLocal = !address.holds("://") && !address.hasPrefix("mailto:") && !address.hasPrefix("data:")
        if let id = NotionID.digits(in: address) {
            let isOurs = isLocal || Self.isNotion(address)
            if isOurs, pages[id] != nil || known.has("notion\0\(id)") {
                return .note(link(to: id, address, shown: address))
            }
        }
        return isLocal ? .missing : .outside
    }

    /// What a link leads to; that a page on the web is not in the export is reported.
    private func linkTarget(_ address: String, from page: NotionPage, _ text: ForeignText) -> LinkedHTML.Target {
        let target = target(address, from: page)
        if case .outside = target, Self.isNotion(address), NotionID.digits(in: address) != nil,
            !address.holds("/image/")
        {
            text.lose(
                .linkUnresolved, "the page is not in the export; its address on the web stays", target: address)
        }
        return target
    }

    /// The attachments of which a list of addresses consists; `nil` if something else is in it.
    private func files(in value: String, of page: NotionPage) -> [PageAttachment]? {
        let parts = NotionPage.listed(value)
        let found = parts.compactMap { address -> PageAttachment? in
            guard let path = files.file(address, from: page), let blob = attachments[path] else { return nil }
            return PageAttachment(path: blob, name: PageFiles.name(NotionFiles.decoded(path)))
        }
        return found.isEmpty || found.count < value.split(separator: ", ").count ? nil : found
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

    private func note(_ page: NotionPage) -> ForeignNote {
        var note = ForeignNote(id: "notion\0\(page.id)")
        note.title = page.title
        note.place = NotionFiles.plain(page.path)
        note.folder = folder(page)
        note.keys = ["notion:\(page.id)"]
        return note
    }

    /// The note of a page.
    ///
    /// - Parameter pictures: The attachments made of pictures that it contains.
    func note(_ page: NotionPage, _ pictures: [String: BundlePath?], _ notes: ForeignFindings) -> ForeignNote {
        notes.balance.find(.notes)
        var note = note(page)
        let text = ForeignText(notes, title: page.title, place: note.place, count: LinkedHTML.counts)
        let properties = NotionProperties(text: text, pages: pages, titles: titles) {
            files(in: $0, of: page)?.map(\.name)
        }
        properties.add(page, to: &note)
        if page.kind == .html {
            let root = HTMLElement("div", [], page.body)
            if page.picturedBookmarks > 0 {
                text.lose(.valueDropped, "the pictures of bookmarks: \(page.picturedBookmarks)", target: "bookmark")
            }
            let counts = LinkedHTML.counts(root)
            notes.balance.find(.links, counts.links)
            notes.balance.find(.tables, counts.tables)
            notes.balance.find(.tasks, counts.tasks)
            var rules = LinkedHTML(text: text, resolve: { linkTarget($0, from: page, text) })
            rules.keepsAddress = false
            rules.dataPictures = pictures
            rules.special = { element in
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
                linkTarget($0, from: page, text)
            }
            addFiles(of: page, to: &note, text)
        }
        text.finish()
        if !page.id.isEmpty { note.add("notion-id", page.id) }
        return note
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
                // In Markdown, a value that looks like an address may be none.
                if page.kind == .html { text.lack(address) }
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

    // MARK: Databases

    /// The note of a database: a table whose first column links to the pages of the rows; `nil` if it has no column.
    func note(ofTable page: NotionPage, _ pages: [NotionPage], _ notes: ForeignFindings) -> ForeignNote? {
        guard let head = page.rows.first, !head.isEmpty else { return nil }
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
            if let files = files(in: value, of: page) {
                let shown = files.map { text.shown($0.path, name: $0.name, isEmbedded: false) }
                return MarkdownEscapes.cell(shown.joined(separator: ", "))
            }
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
                let link = notes.mark(ForeignLink(key: "notion:\(first.id)", address: NotionFiles.plain(first.path)))
                cells[0] =
                    "[\(title.isEmpty ? "Untitled" : MarkdownEscapes.cell(MarkdownEscapes.text(title, inLink: true)))](\(link))"
            }
            lines.append(line(Array(cells)))
        }
        note.body = lines.joined(separator: "\n") + "\n"
        note.tables = 1
        note.add("notion-id", page.id)
        return note
    }
}
